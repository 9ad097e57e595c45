/** Wood and wool: short sounds made here, none longer than 300 ms. Silent until the first gesture. */

export type Sound = 'card' | 'chip' | 'turn' | 'win';

/** A knock on wood: when it comes (s), how high (Hz), how loud, how long (s). */
type Knock = [at: number, pitch: number, volume: number, length: number];

const KNOCKS: Record<Exclude<Sound, 'card'>, Knock[]> = {
  chip: [[0, 1250, 0.12, 0.05]],
  turn: [
    [0, 220, 0.5, 0.11],
    [0.15, 220, 0.5, 0.11],
  ],
  win: [
    [0, 262, 0.3, 0.1],
    [0.09, 330, 0.3, 0.1],
    [0.18, 392, 0.35, 0.12],
  ],
};

export class Sounds {
  #context: AudioContext | null = null;

  /** Browsers let a page be heard only after a gesture: call this in one. */
  wake(): void {
    if (!('AudioContext' in globalThis)) return;
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  play(sound: Sound): void {
    if (this.#context?.state !== 'running') return;
    if (sound === 'card') this.#brush(this.#context);
    else for (const knock of KNOCKS[sound]) this.#knock(this.#context, knock);
  }

  close(): void {
    void this.#context?.close();
    this.#context = null;
  }

  #knock(context: AudioContext, [at, pitch, volume, length]: Knock): void {
    const start = context.currentTime + at;
    const gain = faded(context, start, volume, length);
    for (const [partial, share] of [
      [1, 1],
      [2.76, 0.35],
    ] as const) {
      const tone = new OscillatorNode(context, { frequency: pitch * partial });
      const part = new GainNode(context, { gain: share });
      tone.connect(part).connect(gain);
      tone.start(start);
      tone.stop(start + length);
    }
  }

  /** Wool: a breath of noise without its high notes. */
  #brush(context: AudioContext): void {
    const length = 0.09;
    const noise = new AudioBuffer({
      length: context.sampleRate * length,
      sampleRate: context.sampleRate,
    });
    const samples = noise.getChannelData(0);
    for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: 1800, Q: 0.8 });
    source.connect(filter).connect(faded(context, context.currentTime, 0.25, length));
    source.start();
  }
}

function faded(context: AudioContext, start: number, volume: number, length: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(context.destination);
  return gain;
}

const OF_CHIPS = ['anted', 'bought', 'called', 'raised', 'opened', 'posted', 'paid'];
const OF_CARDS = ['dealt', 'board', 'discarded', 'shown'];
const OF_WINNING = ['won', 'split'];

/** The sounds of some events, each once. */
export function soundsOf(kinds: readonly string[]): Sound[] {
  const has = (some: string[]) => kinds.some((kind) => some.includes(kind));
  return [
    ...(has(OF_CHIPS) ? (['chip'] as const) : []),
    ...(has(OF_CARDS) ? (['card'] as const) : []),
    ...(has(OF_WINNING) ? (['win'] as const) : []),
  ];
}
