import type { Job } from './job';

/** Any number of processes may run the schedule; each tick runs once. */
export interface Scheduled {
  readonly job: Job;
  /** Minute, hour, day, month, weekday, in UTC. */
  readonly at: string;
  readonly payload: unknown;
}

/** `every('*\/15 * * * *', reconcile)`. One run replaces all missed ticks. */
export const every = <Payload>(at: string, job: Job<Payload>, payload?: Payload): Scheduled => ({
  job: job as Job,
  at,
  payload: payload ?? {},
});
