/** What has to be heard at once. */

export class Voice {
  urgent = $state.raw({ text: '', number: 0 });

  say(text: string): void {
    this.urgent = { text, number: this.urgent.number + 1 };
  }
}
