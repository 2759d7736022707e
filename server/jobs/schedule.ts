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
