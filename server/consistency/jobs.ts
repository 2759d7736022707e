import { id, object } from '../contract/fields';
import { type Job, job } from '../jobs/job';
import type { Services } from '../services';
import { runChecks } from './check';
import { beginCheck, finishCheck, unfinishedNightly } from './recorded';

const isUnfinished = async ({ db }: Services, checkId: number) =>
  (await db('consistency_checks').where({ id: checkId }).whereNull('finished_at').first('id')) !== undefined;

/** Null if there is nothing to do: the check has ended, or another one runs. */
async function checkToRun(services: Services, checkId: number | undefined): Promise<number | null> {
  if (checkId !== undefined) return (await isUnfinished(services, checkId)) ? checkId : null;
  const resumed = await unfinishedNightly(services.db);
  return resumed?.id ?? beginCheck(services.db, 'nightly');
}

/** Nightly, or the check that staff began. What is found is an error of the log, once a check. */
export const checkConsistency = job(
  'check-consistency',
  object({ check_id: id() }),
  async (services, { check_id }) => {
    const current = await checkToRun(services, check_id);
    if (current === null) return;
    const results = await runChecks(services);
    for (const { name, meaning, total, findings } of results)
      if (total > 0) services.log.error({ check: name, total, findings: findings.slice(0, 20) }, meaning);
    await finishCheck(services, current, results);
  },
  { attempts: 5 },
);

export const consistencyJobs: readonly Job[] = [checkConsistency] as Job[];
