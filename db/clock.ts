/** The database's time without a round trip: the last measured one, carried on by the monotonic clock. */
export class DatabaseClock {
  #aheadOfMonotonicMs: number | undefined;

  /** `databaseMs` is Unix milliseconds, read at `at` of `performance.now()`. */
  set(databaseMs: number, at: number) {
    this.#aheadOfMonotonicMs = databaseMs - at;
  }

  /** This process's own time before the first measurement. */
  now(): Date {
    return new Date(
      this.#aheadOfMonotonicMs === undefined ? Date.now() : this.#aheadOfMonotonicMs + performance.now(),
    );
  }

  /** Milliseconds by which the database's clock is ahead of this process's. */
  offsetMs(): number {
    return this.#aheadOfMonotonicMs === undefined
      ? 0
      : this.#aheadOfMonotonicMs + performance.now() - Date.now();
  }
}
