import { setTimeout as pause } from 'node:timers/promises';

type Stop = () => Promise<unknown>;

/** Per hook once hurried: enough for PostgreSQL's fast shutdown. */
const HURRIED_MS = 1_500;

/** Thrown at a start that continues during the shutdown. */
class ShuttingDown extends Error {}

/** Runs hooks last to first; a failing one does not stop the others. */
export class ShutdownHooks {
  readonly #stops: Stop[] = [];
  readonly #logFailure: (error: unknown) => void;
  readonly #patience = new AbortController();
  #closed = false;

  constructor(logFailure: (error: unknown) => void) {
    this.#logFailure = logFailure;
  }

  add(stop: Stop) {
    this.#stops.push(stop);
    if (this.#closed) throw new ShuttingDown();
  }

  /** Hooks added from now on still run, and `add` throws. */
  close() {
    this.#closed = true;
  }

  hurry() {
    this.#patience.abort();
  }

  async run() {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      await Promise.race([stop().catch(this.#logFailure), this.#impatience()]);
    }
  }

  async #impatience() {
    const { signal } = this.#patience;
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await pause(HURRIED_MS, undefined, { ref: false });
  }
}
