import type { LoadClass } from '../contract/load-class';

/** Milliseconds of event loop delay at which the first and the last request of a class are refused. */
const RAMPS: Readonly<Record<Exclude<LoadClass, '0'>, readonly [number, number]>> = {
  A: [500, 1_500],
  B: [150, 500],
  C: [50, 150],
  D: [50, 150],
};

/** Above it, accounts get equal shares. */
export const [BUSY_FROM_MS] = RAMPS.C;

export const refusedFromMs = (load: Exclude<LoadClass, '0'>): number => RAMPS[load][1];

/** Between 0 and 1. A share, so that the load settles in place of swinging between all and nothing. */
export function refusedShare(load: LoadClass, delayMs: number): number {
  if (load === '0') return 0;
  const [from, to] = RAMPS[load];
  return Math.min(1, Math.max(0, (delayMs - from) / (to - from)));
}
