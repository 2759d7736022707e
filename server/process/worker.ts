import { jobs, schedule } from '../job-registry';
import { type RunningWorker, startWorker } from '../jobs/worker';
import type { Services } from '../services';

export function work(services: Services): Promise<RunningWorker> {
  return startWorker(services, jobs, schedule);
}
