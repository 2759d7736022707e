import type { MonotonicClock } from './clock';

const TICK_MS = 20;
const WINDOW_MS = 500;

interface Sample {
  readonly at: number;
  readonly delay: number;
}

const medianOf = (delays: number[]) => delays.sort((a, b) => a - b)[Math.floor(delays.length / 2)] ?? 0;

/** The median of the last 500 ms: one long collection of garbage does not count, a queue does. */
export class EventLoopDelay {
  readonly #clock: MonotonicClock;
  #samples: Sample[] = [];
  #tickedAt: number;
  #median = 0;
  readonly stop: () => void;

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
    this.#tickedAt = clock.now();
    this.stop = clock.every(TICK_MS, () => this.#tick());
  }

  /** Counts a tick that is overdue, since requests are read before the timers of a late turn. */
  median(): number {
    const now = this.#clock.now();
    const overdue = now - this.#tickedAt - TICK_MS;
    if (overdue < TICK_MS) return this.#median;
    return medianOf([...this.#recent(now).map(({ delay }) => delay), overdue]);
  }

  #recent(now: number) {
    return this.#samples.filter(({ at }) => at > now - WINDOW_MS);
  }

  #tick() {
    const now = this.#clock.now();
    const delay = Math.max(0, now - this.#tickedAt - TICK_MS);
    this.#samples = [...this.#recent(now), { at: now, delay }];
    this.#median = medianOf(this.#samples.map((sample) => sample.delay));
    this.#tickedAt = now;
  }
}
