/** The time of the server for everything that counts down, a few times a second. */

const BEAT = 250;

export class Ticker {
  now = $state(0);

  constructor(private readonly read: () => number) {
    this.now = read();
  }

  /** Run. The answer ends it. */
  run(): () => void {
    this.now = this.read();
    const timer = setInterval(() => (this.now = this.read()), BEAT);
    return () => clearInterval(timer);
  }
}
