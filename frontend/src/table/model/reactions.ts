/** The reactions that the server takes: words, and pictures with their words in the catalogue. */

export const REACTIONS = ['nice', 'wow', 'laugh', 'ouch', 'thanks', 'think'] as const;

export const PICTURES: Readonly<Record<string, string>> = {
  thumbs_up: '👍',
  clap: '👏',
  joy: '😂',
  fire: '🔥',
  clover: '🍀',
  heart: '❤️',
  cry: '😢',
  party: '🎉',
};
