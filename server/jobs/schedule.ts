import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import { toJson } from '../contract/json';
import type { Job } from './job';

/** What runs when. Every process may hold the clock: a tick happens once. */
export interface Scheduled {
  readonly job: Job;
  /** Minute, hour, day, month, weekday, in UTC. */
  readonly at: string;
  readonly payload: unknown;
}

/** `every('*\/15 * * * *', reconcile)`. Ticks that were missed while nothing ran are caught up by one run. */
export const every = <Payload>(at: string, job: Job<Payload>, payload?: Payload): Scheduled => ({
  job: job as Job,
  at,
  payload: payload ?? {},
});

const CAUGHT_UP_MS = 24 * 60 * 60 * 1000;

/** As graphile-worker wants it. */
export const cronItems = (schedule: readonly Scheduled[]): ParsedCronItem[] =>
  parseCronItems(
    schedule.map(({ job, at, payload }) => ({
      task: job.name,
      match: at,
      identifier: `${job.name} ${toJson(payload)}`,
      payload: payload as Record<string, unknown>,
      // The key makes of many waiting ticks one job.
      options: {
        backfillPeriod: CAUGHT_UP_MS,
        maxAttempts: job.attempts,
        jobKey: `scheduled ${job.name} ${toJson(payload)}`,
      },
    })),
  );
