const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;

export const backoff = (attempts: number) =>
  Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.min(attempts, 10)) * (0.5 + Math.random() / 2);
