import type pg from 'pg';
import type { Logger } from 'pino';

const BEAT_MS = 5_000;
/** Workers silent for this long are presumed dead, so that their jobs restart within 60 s. */
export const DEAD_AFTER_MS = 20_000;

const deadAfter = `interval '${DEAD_AFTER_MS} milliseconds'`;

// A younger lock may belong to a worker before its first heartbeat.
const SILENT_WORKERS = `
  select distinct locked_by from graphile_worker.jobs
  where locked_at < now() - ${deadAfter}
    and not exists (select from job_workers where id = locked_by and seen_at >= now() - ${deadAfter})`;

// A killed worker does not use up an attempt, not even the last one.
const EXTRA_ATTEMPT = `max_attempts =
  max_attempts + (case when attempts >= max_attempts and max_attempts < 25 then 1 else 0 end)`;

// A locked job whose key was enqueued again is out of attempts without an error; its successor does the work.
const DELETE_REPLACED = `delete from graphile_worker._private_jobs
  where locked_by = any($1) and key is null and attempts >= max_attempts and max_attempts >= 25 and last_error is null`;

async function unlockWorkers(db: pg.Pool, workers: readonly string[]) {
  await db.query(DELETE_REPLACED, [workers]);
  const { rowCount } = await db.query(
    `update graphile_worker._private_jobs set ${EXTRA_ATTEMPT} where locked_by = any($1)`,
    [workers],
  );
  await db.query('select graphile_worker.force_unlock_workers($1)', [workers]);
  return rowCount ?? 0;
}

const UNLOCK_UNRECEIVED = `with lost as (
    update graphile_worker._private_jobs set locked_by = null, locked_at = null, ${EXTRA_ATTEMPT}
    where locked_by = $1 and locked_at < now() - ${deadAfter} and not id = any($2::bigint[])
    returning id, job_queue_id),
  freed as (
    update graphile_worker._private_job_queues set locked_by = null, locked_at = null
    where locked_by = $1 and id in (select job_queue_id from lost))
  select id from lost`;

/** Unlocks jobs that were locked for this worker over a connection that broke before the reply. */
async function unlockUnreceived(db: pg.Pool, id: string, running: readonly string[], log: Logger) {
  const { rows } = await db.query(UNLOCK_UNRECEIVED, [id, running]);
  if (rows.length > 0) log.warn({ jobs: rows.length }, 'unlocked jobs that this worker never received');
}

async function unlockDeadWorkers(db: pg.Pool, log: Logger) {
  const { rows } = await db.query<{ locked_by: string }>(SILENT_WORKERS);
  if (rows.length > 0) {
    const workers = rows.map(({ locked_by }) => locked_by);
    const jobs = await unlockWorkers(db, workers);
    log.warn({ workers, jobs }, 'unlocked the jobs of dead workers');
  }
  await db.query(`delete from job_workers where seen_at < now() - ${deadAfter}`);
}

const recordHeartbeat = (db: pg.Pool, id: string) =>
  db.query(
    'insert into job_workers (id) values ($1) on conflict (id) do update set seen_at = default returning 1',
    [id],
  );

export async function releaseJobs(db: pg.Pool, id: string) {
  await unlockWorkers(db, [id]);
  await db.query('delete from job_workers where id = $1', [id]);
}

export interface Heartbeat {
  stop(): Promise<void>;
}

interface HeartbeatOptions {
  readonly db: pg.Pool;
  readonly id: string;
  readonly log: Logger;
  readonly runningJobs: () => readonly string[];
  readonly checkOthersAfterMs?: number;
}

export function startHeartbeat({
  db,
  id,
  log,
  runningJobs,
  checkOthersAfterMs = 0,
}: HeartbeatOptions): Heartbeat {
  let lastBeat = performance.now();
  let checkOthersFrom = lastBeat + checkOthersAfterMs;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function beat() {
    try {
      await recordHeartbeat(db, id);
      const now = performance.now();
      // After an outage of the database or this process, the other workers get time for their heartbeats.
      if (now - lastBeat > DEAD_AFTER_MS / 2) checkOthersFrom = now + DEAD_AFTER_MS;
      lastBeat = now;
      await unlockUnreceived(db, id, runningJobs(), log);
      if (now >= checkOthersFrom) await unlockDeadWorkers(db, log);
    } catch (error) {
      if (!stopped) log.warn({ reason: String(error) }, 'the worker heartbeat failed');
    }
    if (!stopped) timer = setTimeout(again, BEAT_MS);
  }

  let current = beat();
  function again() {
    current = beat();
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
