/** The sounds of the table, synthesized: wood and wool, none longer than 300 ms. */

type Sound = 'card' | 'chip' | 'turn' | 'win';

/** A knock on wood: its delay (s), pitch (Hz), volume and length (s). */
type Knock = [delay: number, pitch: number, volume: number, length: number];

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

/** The length of a burst of noise, and of the noise that it is cut from (s). */
const BREATH = 0.09;
const NOISE = 0.5;

export class Sounds {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  /** To be called in a gesture: browsers allow no sound before the first one. */
  wake(): void {
    if (!('AudioContext' in globalThis)) return;
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  /** Play a sound; `volume` from 0 to 1. */
  play(sound: Sound, volume: number): void {
    if (this.#context?.state !== 'running') return;
    if (sound === 'card') this.#brush(this.#context, volume);
    else for (const knock of KNOCKS[sound]) this.#knock(this.#context, knock, volume);
  }

  close(): void {
    void this.#context?.close();
    this.#context = null;
  }

  #knock(context: AudioContext, [delay, pitch, loudness, length]: Knock, volume: number): void {
    const start = context.currentTime + delay;
    const gain = fadeOut(context, start, loudness * volume, length);
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

  /** Wool: a breath of noise around one frequency, each time another one. */
  #brush(context: AudioContext, volume: number): void {
    this.#noise ??= noiseFor(context);
    const source = new AudioBufferSourceNode(context, { buffer: this.#noise });
    const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: 1800, Q: 0.8 });
    source.connect(filter).connect(fadeOut(context, context.currentTime, 0.25 * volume, BREATH));
    source.start(0, Math.random() * (NOISE - BREATH), BREATH);
  }
}

function noiseFor(context: AudioContext): AudioBuffer {
  const { sampleRate } = context;
  const noise = new AudioBuffer({ length: sampleRate * NOISE, sampleRate });
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  return noise;
}

/** A gain that falls from a volume to silence. */
function fadeOut(context: AudioContext, start: number, volume: number, length: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(Math.min(0.001, volume), start + length);
  gain.connect(context.destination);
  return gain;
}

const CHIP_EVENTS = ['anted', 'bought', 'called', 'raised', 'opened', 'posted', 'paid'];
const CARD_EVENTS = ['dealt', 'board', 'discarded', 'shown'];
const WIN_EVENTS = ['won', 'split'];

/** The sounds of some events, each once. */
export function soundsOf(kinds: readonly string[]): Sound[] {
  const has = (some: string[]) => kinds.some((kind) => some.includes(kind));
  return [
    ...(has(CHIP_EVENTS) ? (['chip'] as const) : []),
    ...(has(CARD_EVENTS) ? (['card'] as const) : []),
    ...(has(WIN_EVENTS) ? (['win'] as const) : []),
  ];
}
