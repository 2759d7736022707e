import type pg from 'pg';
import type { Logger } from 'pino';
import { JOB_QUEUES, JOBS } from './worker-tables';

/** Workers silent for this long are presumed dead, so that their jobs restart within 60 s. */
export const DEAD_AFTER_MS = 20_000;

const deadAfter = `interval '${DEAD_AFTER_MS} milliseconds'`;

// A younger lock may belong to a worker before its first heartbeat, or to a dead one: then all of its jobs wait.
const SILENT_WORKERS = `
  with silent as (
    select locked_by, locked_at < now() - ${deadAfter} as is_old from graphile_worker.jobs
     where not exists (select from job_workers where id = locked_by and seen_at >= now() - ${deadAfter}))
  select distinct locked_by from silent
   where is_old and not exists (select from silent younger join job_workers on id = younger.locked_by
                                 where not younger.is_old)`;

// A killed worker does not use up an attempt, not even the last one.
const WITH_EXTRA_ATTEMPT = `
  max_attempts + (case when attempts >= max_attempts and max_attempts < 25 then 1 else 0 end)`;

const WORKER_ENDED = 'The worker process ended while it ran this job.';
export const SET_ASIDE =
  'Set aside: the worker process ended twice while it ran this job. Retry it once the cause is known.';

// A locked job whose key was enqueued again is out of attempts without an error; its successor does the work.
const DELETE_REPLACED = `delete from ${JOBS}
  where locked_by = any($1) and key is null and attempts >= max_attempts and max_attempts >= 25
    and (last_error is null or last_error = '${WORKER_ENDED}')`;

async function unlockWorkers(db: pg.Pool, workers: readonly string[]) {
  await db.query(DELETE_REPLACED, [workers]);
  const { rowCount } = await db.query(
    `update ${JOBS} set max_attempts = ${WITH_EXTRA_ATTEMPT} where locked_by = any($1)`,
    [workers],
  );
  await db.query('select graphile_worker.force_unlock_workers($1)', [workers]);
  return rowCount ?? 0;
}

const UNLOCK_UNRECEIVED = `with lost as (
    update ${JOBS} set locked_by = null, locked_at = null, max_attempts = ${WITH_EXTRA_ATTEMPT}
    where locked_by = $1 and locked_at < now() - ${deadAfter} and not id = any($2::bigint[])
    returning id, job_queue_id),
  freed as (
    update ${JOB_QUEUES} set locked_by = null, locked_at = null
    where locked_by = $1 and id in (select job_queue_id from lost))
  select id from lost`;

/** Unlocks jobs that were locked for this worker over a connection that broke before the reply. */
export async function unlockUnreceived(db: pg.Pool, id: string, running: readonly string[], log: Logger) {
  const { rows } = await db.query(UNLOCK_UNRECEIVED, [id, running]);
  if (rows.length > 0) log.warn({ jobs: rows.length }, 'unlocked jobs that this worker never received');
}

/** Jobs of dead workers run again one after another: whichever ends the next worker, too, ends it alone. */
const APART = `interval '5 seconds'`;

// One statement: of two workers that notice a dead one, the second finds no locked job. Only a job that ran alone is
// known to be the cause.
const RETURN_OR_SET_ASIDE = `
  with lost as (
    select id, ended_one and count(*) over () = 1 as is_cause,
           row_number() over (order by ended_one desc, id) - 1 as place
      from (select id, last_error = any($2) is true as ended_one
              from ${JOBS} where locked_by = any($1)) held)
  update ${JOBS} jobs set
    locked_by = null, locked_at = null,
    last_error = case when is_cause then $4 else $3 end,
    attempts = case when is_cause then max_attempts else attempts end,
    max_attempts = case when is_cause then max_attempts else ${WITH_EXTRA_ATTEMPT} end,
    run_at = case when is_cause then run_at else greatest(run_at, now() + place * ${APART}) end
   from lost where lost.id = jobs.id and locked_by = any($1)
  returning lost.id::text as id, is_cause`;

export async function unlockDeadWorkers(db: pg.Pool, log: Logger) {
  const { rows } = await db.query<{ locked_by: string }>(SILENT_WORKERS);
  if (rows.length > 0) {
    const workers = rows.map(({ locked_by }) => locked_by);
    await db.query(DELETE_REPLACED, [workers]);
    const { rows: jobs } = await db.query<{ id: string; is_cause: boolean }>(RETURN_OR_SET_ASIDE, [
      workers,
      [WORKER_ENDED, SET_ASIDE],
      WORKER_ENDED,
      SET_ASIDE,
    ]);
    await db.query('select graphile_worker.force_unlock_workers($1)', [workers]);
    log.warn({ workers, jobs: jobs.length }, 'unlocked the jobs of dead workers');
    const causes = jobs.filter(({ is_cause }) => is_cause).map(({ id }) => id);
    if (causes.length > 0) log.error({ jobs: causes }, 'set aside jobs that ended their worker twice');
  }
  await db.query(`delete from job_workers where seen_at < now() - ${deadAfter}`);
}

export async function releaseJobs(db: pg.Pool, id: string) {
  await unlockWorkers(db, [id]);
  await db.query('delete from job_workers where id = $1', [id]);
}
