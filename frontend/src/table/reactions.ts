/** The reactions that the server knows, each with a sign; their names are in the catalogue. */
export const REACTIONS: Record<string, string> = {
  nice: '👏',
  wow: '😮',
  laugh: '😄',
  ouch: '🤕',
  thanks: '🙏',
  think: '🤔',
};
