const FIRST_MS = 50;
const LAST_MS = 1_000;

/** Milliseconds before the next try, from the number of tries so far. Spread, so that processes do not march in step. */
export const backoff = (tries: number) =>
  Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2);
