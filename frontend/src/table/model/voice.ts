/** Says each next step at a table with real cards aloud, once, by the browser's own voice. */

type Synthesis = Pick<SpeechSynthesis, 'speak' | 'cancel' | 'getVoices'>;

export class Voice {
  #step = '';

  /** Without a synthesis, as in some browsers, nothing is said. */
  constructor(private readonly synthesis: Synthesis | undefined = globalThis.speechSynthesis) {}

  get canSpeak(): boolean {
    return this.synthesis !== undefined;
  }

  /** Does the device have voices, and none of a language? */
  lacks(language: string): boolean {
    const voices = this.synthesis?.getVoices() ?? [];
    return voices.length > 0 && !voices.some(({ lang }) => isOf(lang, language));
  }

  /** Say a step's sentence, unless it was the last one said; it ends what is being said. */
  say(step: string, text: string, language: string): void {
    if (!this.synthesis || step === this.#step || !text) return;
    this.#step = step;
    this.synthesis.cancel();
    if (this.lacks(language)) return;
    const said = new SpeechSynthesisUtterance(text);
    said.lang = language;
    said.voice = this.synthesis.getVoices().find(({ lang }) => isOf(lang, language)) ?? null;
    this.synthesis.speak(said);
  }

  /** Be silent; the step may be said again. */
  stop(): void {
    this.#step = '';
    this.synthesis?.cancel();
  }
}

function isOf(lang: string, language: string): boolean {
  return lang.toLowerCase().split(/[-_]/)[0] === language;
}
