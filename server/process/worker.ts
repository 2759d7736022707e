import { jobs } from '../job-registry';
import { type RunningWorker, startWorker } from '../jobs/worker';
import { schedule } from '../schedule';
import type { Services } from '../services';

export function work(services: Services): Promise<RunningWorker> {
  return startWorker(services, jobs, schedule);
}
