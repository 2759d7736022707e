export interface MonotonicClock {
  now(): number;
  every(ms: number, work: () => void): () => void;
  after(ms: number, work: () => void): () => void;
}

export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  after(ms, work) {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
};
