import { createFollowers } from '../followers';
import { jobs, schedule } from '../job-registry';
import { type RunningWorker, startWorker } from '../jobs/worker';
import type { Services } from '../services';

/** Runs the jobs, which change things too, and holds the clock. */
export function work(services: Services): Promise<RunningWorker> {
  createFollowers(services);
  return startWorker(services, jobs, schedule);
}
