import { object } from '../contract/fields';
import { every, type Job, job, type Scheduled } from '../jobs/job';
import { runChecks } from './check';

/** Nightly. What is found is an error of the log, once a check. */
const checkConsistency = job('check-consistency', object({}), async (services) => {
  for (const { name, meaning, total, findings } of await runChecks(services))
    if (total > 0) services.log.error({ check: name, total, findings: findings.slice(0, 20) }, meaning);
});

export const consistencyJobs: readonly Job[] = [checkConsistency] as Job[];

export const consistencySchedule: readonly Scheduled[] = [every('40 3 * * *', checkConsistency)];
