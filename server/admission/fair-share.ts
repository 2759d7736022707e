const MAX_IN_PROGRESS = 64;
const MAX_WHILE_BUSY = 8;
const MAX_WAITING = 16;

interface Requests {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Requests of one account: at most 64 in progress, and 8 with 16 waiting while the process is busy. */
export class FairShare {
  readonly #accounts = new Map<string, Requests>();
  readonly #isBusy: () => boolean;

  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  /** Calls `start` now or later, and returns how to leave; null refuses. */
  enter(account: string, start: () => void): (() => void) | null {
    const requests = this.#accounts.get(account) ?? { running: 0, waiting: new Set() };
    const { running, waiting } = requests;
    const mustWait = this.#isBusy() && running >= MAX_WHILE_BUSY;
    if (running + waiting.size >= MAX_IN_PROGRESS || (mustWait && waiting.size >= MAX_WAITING)) return null;
    this.#accounts.set(account, requests);
    if (mustWait) waiting.add(start);
    else this.#start(requests, start);
    return () => this.#leave(account, requests, start);
  }

  #start(requests: Requests, start: () => void) {
    requests.waiting.delete(start);
    requests.running += 1;
    start();
  }

  #leave(account: string, requests: Requests, start: () => void) {
    if (!requests.waiting.delete(start)) requests.running -= 1;
    const room = this.#isBusy() ? MAX_WHILE_BUSY : MAX_IN_PROGRESS;
    for (const next of [...requests.waiting].slice(0, Math.max(0, room - requests.running)))
      this.#start(requests, next);
    if (requests.running === 0) this.#accounts.delete(account);
  }
}
