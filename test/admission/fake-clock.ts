import type { MonotonicClock } from '../../server/admission/clock';

interface Timer {
  at: number;
  readonly every: number | null;
  readonly work: () => void;
}

/** Time that passes when told to; `block` lets it pass as a busy event loop does: timers run late. */
export class FakeClock implements MonotonicClock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  now() {
    return this.#now;
  }

  every(ms: number, work: () => void) {
    return this.#add({ at: this.#now + ms, every: ms, work });
  }

  after(ms: number, work: () => void) {
    return this.#add({ at: this.#now + ms, every: null, work });
  }

  pass(ms: number, turnMs = 1) {
    for (let passed = 0; passed < ms; passed += turnMs) {
      this.#now += turnMs;
      this.#runDue();
    }
  }

  block(ms: number) {
    this.#now += ms;
  }

  #add(timer: Timer) {
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  #runDue() {
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now || !this.#timers.has(timer)) continue;
      if (timer.every === null) this.#timers.delete(timer);
      else timer.at = this.#now + timer.every;
      timer.work();
    }
  }
}
