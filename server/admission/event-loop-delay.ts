import type { MonotonicClock } from './clock';

const TICK_MS = 20;
const WINDOW_MS = 500;

interface Sample {
  readonly at: number;
  readonly delay: number;
}

/** By time, not by ticks: a turn of 400 ms outweighs the three short ones after it. */
function medianOf(samples: readonly Omit<Sample, 'at'>[]): number {
  const sorted = [...samples].sort((a, b) => a.delay - b.delay);
  const spanOf = ({ delay }: Omit<Sample, 'at'>) => delay + TICK_MS;
  let rest = sorted.reduce((sum, sample) => sum + spanOf(sample), 0) / 2;
  for (const sample of sorted) {
    rest -= spanOf(sample);
    if (rest < 0) return sample.delay;
  }
  return 0;
}

/** One slow turn of a quiet process is a first page or a collection of garbage; a queue makes two. */
function secondLongest(samples: readonly Omit<Sample, 'at'>[]): number {
  const [, second] = samples.map(({ delay }) => delay).sort((a, b) => b - a);
  return second ?? 0;
}

const delayOf = (samples: readonly Omit<Sample, 'at'>[]) =>
  Math.min(medianOf(samples), secondLongest(samples));

/** The median of the last 500 ms and the turn before them, unless only one turn was slow. */
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
    return delayOf([...this.#recent(now), { delay: overdue }]);
  }

  #recent(now: number) {
    const first = this.#samples.findIndex(({ at }) => at > now - WINDOW_MS);
    return this.#samples.slice(first === -1 ? -1 : Math.max(0, first - 1));
  }

  #tick() {
    const now = this.#clock.now();
    const delay = Math.max(0, now - this.#tickedAt - TICK_MS);
    this.#samples = [...this.#recent(now), { at: now, delay }];
    this.#median = delayOf(this.#samples);
    this.#tickedAt = now;
  }
}
