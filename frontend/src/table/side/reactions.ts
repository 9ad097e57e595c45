/** The reactions that the server takes; their words are in the catalogue. */
export const REACTIONS = ['nice', 'wow', 'laugh', 'ouch', 'thanks', 'think'] as const;
