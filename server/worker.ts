import { type RunningWorker, startWorker } from './jobs/worker';
import type { Services } from './services';
import { jobs, schedule } from './work';

/** Runs the jobs and holds the clock. */
export const work = (services: Services): Promise<RunningWorker> => startWorker(services, jobs, schedule);
