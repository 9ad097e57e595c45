/** The picture of a player, a coat button drawn from their name: the same on every screen. */

const GROUNDS = ['bone', 'gold', 'madder', 'indigo', 'brand', 'clubs'] as const;
/** Grounds that are light, and have dark marks. */
const LIGHT: readonly string[] = ['bone', 'gold'];
const RINGS = ['line', 'dots', 'square', 'triangle'] as const;
/** The places of a button's holes. */
const HOLES: readonly (readonly (readonly [number, number])[])[] = [
  [[12, 12]],
  [
    [9.6, 12],
    [14.4, 12],
  ],
  [
    [12, 9.4],
    [9.7, 13.4],
    [14.3, 13.4],
  ],
  [
    [9.8, 9.8],
    [14.2, 9.8],
    [9.8, 14.2],
    [14.2, 14.2],
  ],
];
const TURNS = [0, 30, 45, 90] as const;

interface Avatar {
  ground: (typeof GROUNDS)[number];
  mark: 'dark' | 'light';
  ring: (typeof RINGS)[number];
  holes: (typeof HOLES)[number];
  turn: (typeof TURNS)[number];
}

/** The picture of a name; 384 are different. */
export function avatarOf(name: string): Avatar {
  let rest = hash(name.normalize('NFKC'));
  const pick = <T>(some: readonly T[]): T => {
    const found = some[rest % some.length]!;
    rest = Math.floor(rest / some.length);
    return found;
  };
  const ground = pick(GROUNDS);
  return {
    ground,
    mark: LIGHT.includes(ground) ? 'dark' : 'light',
    ring: pick(RINGS),
    holes: pick(HOLES),
    turn: pick(TURNS),
  };
}

/** FNV-1a over the characters, and a last mixing, so that names that differ little look different. */
function hash(text: string): number {
  let found = 0x811c9dc5;
  for (const character of text)
    found = Math.imul(found ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  found = Math.imul(found ^ (found >>> 15), 0x2c1b3c6d) >>> 0;
  return (found ^ (found >>> 13)) >>> 0;
}
