import { setTimeout as pause } from 'node:timers/promises';

type ShutdownHook = () => Promise<unknown>;

/** Per hook once hurried: enough for PostgreSQL's fast shutdown. */
const HURRIED_MS = 1_500;

/** Thrown at a start that continues during the shutdown. */
class ShuttingDown extends Error {}

/** Runs hooks last to first; a failing one does not stop the others. */
export class ShutdownHooks {
  readonly #hooks: ShutdownHook[] = [];
  readonly #logFailure: (error: unknown) => void;
  readonly #hurrying = new AbortController();
  #closed = false;

  constructor(logFailure: (error: unknown) => void) {
    this.#logFailure = logFailure;
  }

  add(hook: ShutdownHook) {
    this.#hooks.push(hook);
    if (this.#closed) throw new ShuttingDown();
  }

  /** Hooks added from now on still run, and `add` throws. */
  close() {
    this.#closed = true;
  }

  hurry() {
    this.#hurrying.abort();
  }

  async run() {
    for (let hook = this.#hooks.pop(); hook; hook = this.#hooks.pop()) {
      await Promise.race([hook().catch(this.#logFailure), this.#hurriedTimeout()]);
    }
  }

  async #hurriedTimeout() {
    const { signal } = this.#hurrying;
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await pause(HURRIED_MS, undefined, { ref: false });
  }
}
