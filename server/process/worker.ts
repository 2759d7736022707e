import { followEvents } from '../follow';
import { type RunningWorker, startWorker } from '../jobs/worker';
import type { Services } from '../services';
import { jobs, schedule } from '../work';

/** Runs the jobs, which change things too, and holds the clock. */
export function work(services: Services): Promise<RunningWorker> {
  followEvents(services);
  return startWorker(services, jobs, schedule);
}
