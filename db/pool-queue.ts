import type { LoadClass } from '../server/contract/load-class';

/** Background work has no class; it is treated as a commit. */
const MAX_WAIT_MS: Readonly<Record<LoadClass, number>> = {
  '0': 60_000,
  A: 60_000,
  B: 5_000,
  C: 1_000,
  D: 1_000,
};
const PRIORITIES: readonly (readonly LoadClass[])[] = [['0', 'A'], ['B'], ['C', 'D']];
/** One of five connections serves commits alone. */
const RESERVED_SHARE = 0.2;

/** Answered with 503 by the application. */
const TOO_MANY_CONNECTIONS = '53300';

const isCommit = (load: LoadClass) => load === 'A' || load === '0';

interface Waiter {
  readonly load: LoadClass;
  readonly resolve: () => void;
}

/** Decides who gets a connection: commits first, and others never all of them. */
export class PoolQueue {
  readonly #max: number;
  readonly #reserved: number;
  readonly #onTimeout: (load: LoadClass) => void;
  readonly #waiting = new Set<Waiter>();
  /** Classes of which one waited too long since a connection was last free: others are refused at once. */
  readonly #exhausted = new Set<LoadClass>();
  #used = 0;

  constructor(max: number, onTimeout: (load: LoadClass) => void = () => undefined) {
    this.#max = max;
    this.#reserved = Math.max(1, Math.floor(max * RESERVED_SHARE));
    this.#onTimeout = onTimeout;
  }

  async enter(load: LoadClass): Promise<void> {
    if (this.#hasRoom(load) && this.#next() === undefined) {
      this.#used += 1;
      return;
    }
    if (this.#exhausted.has(load)) throw this.#refusal(load);
    await this.#wait(load);
  }

  leave() {
    this.#used -= 1;
    this.#exhausted.clear();
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.delete(next);
      this.#used += 1;
      next.resolve();
    }
  }

  #hasRoom(load: LoadClass) {
    return this.#used < this.#max - (isCommit(load) ? 0 : this.#reserved);
  }

  #refusal(load: LoadClass) {
    this.#onTimeout(load);
    return Object.assign(new Error('No database connection was free in time'), {
      code: TOO_MANY_CONNECTIONS,
    });
  }

  /** The first of the highest class that has room. */
  #next(): Waiter | undefined {
    for (const loads of PRIORITIES)
      for (const waiter of this.#waiting)
        if (loads.includes(waiter.load)) return this.#hasRoom(waiter.load) ? waiter : undefined;
    return undefined;
  }

  #wait(load: LoadClass): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        load,
        resolve() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        if (!isCommit(load)) this.#exhausted.add(load);
        reject(this.#refusal(load));
      }, MAX_WAIT_MS[load]);
      this.#waiting.add(waiter);
    });
  }
}
