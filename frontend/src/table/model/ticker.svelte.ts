/** The server's time for everything that counts down, updated a few times a second. */

/** Between two updates (ms). */
const INTERVAL = 250;

export class Ticker {
  now = $state(0);

  constructor(private readonly read: () => number) {
    this.now = read();
  }

  /** Start; the returned function stops it. */
  run(): () => void {
    this.now = this.read();
    const timer = setInterval(() => (this.now = this.read()), INTERVAL);
    return () => clearInterval(timer);
  }
}
