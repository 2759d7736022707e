import type pg from 'pg';
import type { Logger } from 'pino';

const BEAT_MS = 5_000;
/** Silent for so long is dead: its jobs are running again well within the promised 60 s. */
export const DEAD_AFTER_MS = 20_000;

const deadAfter = `interval '${DEAD_AFTER_MS} milliseconds'`;

// A lock younger than that may belong to a worker that has not said its first word.
const SILENT = `
  select distinct locked_by from graphile_worker.jobs
  where locked_at < now() - ${deadAfter}
    and not exists (select from job_workers where id = locked_by and seen_at >= now() - ${deadAfter})`;

// Being killed is no failure of the job: also a last attempt is given back.
const ANOTHER_TRY = `max_attempts =
  max_attempts + (case when attempts >= max_attempts and max_attempts < 25 then 1 else 0 end)`;

/** Gives back what these workers hold. */
async function unlock(db: pg.Pool, workers: readonly string[]) {
  const { rowCount } = await db.query(
    `update graphile_worker._private_jobs set ${ANOTHER_TRY} where locked_by = any($1)`,
    [workers],
  );
  await db.query('select graphile_worker.force_unlock_workers($1)', [workers]);
  return rowCount ?? 0;
}

/** Gives back what was taken for us over a connection that broke before it told us. */
async function unlockUnknown(db: pg.Pool, id: string, held: readonly string[], log: Logger) {
  const { rows } = await db.query(
    `with lost as (
       update graphile_worker._private_jobs set locked_by = null, locked_at = null, ${ANOTHER_TRY}
       where locked_by = $1 and locked_at < now() - ${deadAfter} and not id = any($2::bigint[])
       returning id, job_queue_id),
     freed as (
       update graphile_worker._private_job_queues set locked_by = null, locked_at = null
       where locked_by = $1 and id in (select job_queue_id from lost))
     select id from lost`,
    [id, held],
  );
  if (rows.length > 0) log.warn({ jobs: rows.length }, 'gave back jobs that this worker never got');
}

async function takeOver(db: pg.Pool, log: Logger) {
  const { rows } = await db.query<{ locked_by: string }>(SILENT);
  if (rows.length > 0) {
    const workers = rows.map(({ locked_by }) => locked_by);
    const jobs = await unlock(db, workers);
    log.warn({ workers, jobs }, 'took up the jobs of workers that fell silent');
  }
  await db.query(`delete from job_workers where seen_at < now() - ${deadAfter}`);
}

const say = (db: pg.Pool, id: string) =>
  db.query(
    'insert into job_workers (id) values ($1) on conflict (id) do update set seen_at = default returning 1',
    [id],
  );

/** What this worker holds is free at once, and nobody waits for its word. */
export async function releaseJobs(db: pg.Pool, id: string) {
  await unlock(db, [id]);
  await db.query('delete from job_workers where id = $1', [id]);
}

export interface Heartbeat {
  stop(): Promise<void>;
}

interface Heart {
  readonly db: pg.Pool;
  readonly id: string;
  readonly log: Logger;
  readonly held: () => readonly string[];
  readonly judgesAfterMs?: number;
}

/** Says every few seconds that this worker lives, and takes up the jobs of those that do not say so. */
export function heartbeat({ db, id, log, held, judgesAfterMs = 0 }: Heart): Heartbeat {
  let lastBeat = performance.now();
  let judgesFrom = lastBeat + judgesAfterMs;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function beat() {
    try {
      await say(db, id);
      const now = performance.now();
      // Who could not speak itself (database away, process stalled) lets the others speak before it judges them.
      if (now - lastBeat > DEAD_AFTER_MS / 2) judgesFrom = now + DEAD_AFTER_MS;
      lastBeat = now;
      await unlockUnknown(db, id, held(), log);
      if (now >= judgesFrom) await takeOver(db, log);
    } catch (error) {
      if (!stopped) log.warn({ reason: String(error) }, 'the worker could not say that it lives');
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
