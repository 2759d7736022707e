import { setTimeout as pause } from 'node:timers/promises';

type Stop = () => Promise<unknown>;

/** Time for each part once patience is over: enough for a PostgreSQL to write down what it has. */
const HURRIED_MS = 1_500;

/** Thrown at whoever goes on starting while the process stops. */
export class ShuttingDown extends Error {}

/** Stops what was started, last first; whatever comes of one, the others are stopped too. */
export class ShutdownHooks {
  readonly #stops: Stop[] = [];
  readonly #logFailure: (error: unknown) => void;
  readonly #patience = new AbortController();
  #closed = false;

  constructor(complain: (error: unknown) => void) {
    this.#logFailure = complain;
  }

  add(stop: Stop) {
    this.#stops.push(stop);
    if (this.#closed) throw new ShuttingDown();
  }

  /** From here on what is added is stopped, too, and its starter told to end. */
  close() {
    this.#closed = true;
  }

  /** No more waiting for whoever is being served. */
  hurry() {
    this.#patience.abort();
  }

  async run() {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      await Promise.race([stop().catch(this.#logFailure), this.#impatience()]);
    }
  }

  /** Resolves a moment after patience is over. */
  async #impatience() {
    const { signal } = this.#patience;
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await pause(HURRIED_MS, undefined, { ref: false });
  }
}
