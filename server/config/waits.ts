import type { EnvironmentReader } from './environment-reader';

/** How long the product waits before it acts by itself, in milliseconds. */
export interface Waits {
  /** Answers by rules are drawn evenly from this range. */
  readonly answers: { readonly from: number; readonly to: number };
  readonly unreadMessages: number;
  readonly instantAlerts: number;
  readonly favorites: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export const waits = {
  normal: {
    answers: { from: 4 * MINUTE, to: 25 * MINUTE },
    unreadMessages: 10 * MINUTE,
    instantAlerts: 5 * MINUTE,
    favorites: 15 * MINUTE,
  },
  short: {
    answers: { from: 2 * SECOND, to: 5 * SECOND },
    unreadMessages: 5 * SECOND,
    instantAlerts: 10 * SECOND,
    favorites: 10 * SECOND,
  },
} as const satisfies Record<string, Waits>;

/** `DESK_WAITS`; short where the demo is on. */
export const readWaits = (settings: EnvironmentReader, demo: boolean): Waits =>
  waits[settings.choice('DESK_WAITS', 'short', 'normal') ?? (demo ? 'short' : 'normal')];
