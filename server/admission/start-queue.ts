import { performance } from 'node:perf_hooks';
import type { LoadClass } from '../contract/load-class';
import type { MonotonicClock } from './clock';
import { refusedFromMs } from './ramps';

/** Enough to keep a processor busy; more only make each other late. */
const MAX_WHILE_BUSY = 32;
/** Twice what one account may have in progress. */
const MAX_RUNNING = 128;
const TICK_MS = 20;
/** Below it the process waits for others, so more requests do not slow each other. */
const BUSY_SHARE = 0.9;

export type Queued = Exclude<LoadClass, '0'>;
const IN_ORDER: readonly Queued[] = ['A', 'B', 'C', 'D'];

interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

export function eventLoopShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/** At most 32 requests run at once while the processor is busy; others wait for their turn by class, or are refused. */
export class StartQueue {
  readonly #clock: MonotonicClock;
  readonly #busyShare: () => number;
  readonly #waiting: Readonly<Record<Queued, Set<Waiting>>> = {
    A: new Set(),
    B: new Set(),
    C: new Set(),
    D: new Set(),
  };
  #running = 0;
  #isBusy = false;
  readonly stop: () => void;

  constructor(clock: MonotonicClock, busyShare: () => number) {
    this.#clock = clock;
    this.#busyShare = busyShare;
    this.stop = clock.every(TICK_MS, () => this.#tick());
  }

  waitOf(load: Queued): number {
    const [oldest] = this.#waiting[load];
    return oldest ? this.#clock.now() - oldest.since : 0;
  }

  /** Calls `start` or `refuse`, now or later. Returns how to leave, which must be called once. */
  enter(load: Queued, start: () => void, refuse: () => void): () => void {
    const request = { since: this.#clock.now(), start, refuse };
    this.#waiting[load].add(request);
    this.#startNext(this.#room());
    return () => this.#leave(load, request);
  }

  #leave(load: Queued, request: Waiting) {
    if (this.#waiting[load].delete(request)) return;
    this.#running -= 1;
    this.#startNext(this.#room());
  }

  #tick() {
    this.#refuseLate();
    this.#isBusy = this.#busyShare() >= BUSY_SHARE;
    // Those that run may all be waiting for others.
    this.#startNext(this.#isBusy ? 0 : MAX_WHILE_BUSY);
  }

  #room() {
    return (this.#isBusy ? MAX_WHILE_BUSY : MAX_RUNNING) - this.#running;
  }

  #refuseLate() {
    for (const load of IN_ORDER)
      for (const request of this.#waiting[load]) {
        if (this.#clock.now() - request.since < refusedFromMs(load)) break;
        this.#waiting[load].delete(request);
        // Its leaving is that of one that runs.
        this.#running += 1;
        request.refuse();
      }
  }

  #startNext(room: number) {
    for (const load of IN_ORDER)
      for (const request of this.#waiting[load]) {
        if (room <= 0) return;
        room -= 1;
        this.#waiting[load].delete(request);
        this.#running += 1;
        request.start();
      }
  }
}
