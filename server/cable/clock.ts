/** Time as the channel sees it, so that a test can let it pass. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `work` again and again until the answer is called. */
  every(ms: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};
