import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import { fromJson } from '../contract/json';
import { NAMED_JOBS } from './worker-tables';

export type JobState = 'due' | 'running' | 'scheduled' | 'failed';

export interface QueuedJob {
  readonly id: number;
  readonly name: string;
  readonly state: JobState;
  /** Null if it is too large to be shown. */
  readonly payload: unknown;
  readonly payload_bytes: number;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly run_at: Date;
  readonly last_error: string | null;
  readonly created_at: Date;
}

const STATE = `case when jobs.locked_at is not null then 'running'
  when jobs.attempts >= jobs.max_attempts then 'failed'
  when jobs.run_at > now() then 'scheduled' else 'due' end`;

const MAX_PAYLOAD_BYTES = 20_000;
const MAX_ERROR_LENGTH = 10_000;

const COLUMNS = `jobs.id::float8 as id, tasks.identifier as name, ${STATE} as state,
  case when octet_length(jobs.payload::text) <= ${MAX_PAYLOAD_BYTES} then jobs.payload::text end as payload,
  octet_length(jobs.payload::text) as payload_bytes, jobs.attempts, jobs.max_attempts, jobs.run_at,
  left(jobs.last_error, ${MAX_ERROR_LENGTH}) as last_error, jobs.created_at`;

type Stored = Omit<QueuedJob, 'payload'> & { payload: string | null };

const toJob = (row: Stored): QueuedJob => ({
  ...row,
  payload: row.payload === null ? null : fromJson(row.payload),
});

export interface QueueCount {
  readonly name: string;
  readonly due: number;
  readonly running: number;
  readonly scheduled: number;
  readonly failed: number;
  readonly oldest_due_at: Date | null;
}

export async function countJobs(db: Knex): Promise<QueueCount[]> {
  const { rows } = await db.raw<{ rows: QueueCount[] }>(COUNT_JOBS);
  return rows;
}

export const COUNT_JOBS = `
    select name, count(*) filter (where state = 'due')::int as due,
           count(*) filter (where state = 'running')::int as running,
           count(*) filter (where state = 'scheduled')::int as scheduled,
           count(*) filter (where state = 'failed')::int as failed,
           min(run_at) filter (where state = 'due') as oldest_due_at
      from (select tasks.identifier as name, ${STATE} as state, jobs.run_at from ${NAMED_JOBS}) queued
     group by name order by name`;

interface JobFilter {
  readonly state: JobState;
  readonly name: string;
  readonly limit: number;
  readonly offset: number;
}

/** Jobs that failed before come first, then by their time. An empty name stands for all. */
export async function listJobs(
  db: Knex,
  { state, name, limit, offset }: JobFilter,
): Promise<{ jobs: QueuedJob[]; total: number }> {
  const found = `from ${NAMED_JOBS} where ${STATE} = :state and (:name = '' or tasks.identifier = :name)`;
  const order = 'order by jobs.last_error is null, jobs.run_at, jobs.id';
  // Only the rows of the page read their data, which may be large.
  const rows = await db.raw<{ rows: Stored[] }>(
    `with page as materialized (select jobs.id ${found} ${order} limit :limit offset :offset)
     select ${COLUMNS} from ${NAMED_JOBS} where jobs.id in (select id from page) ${order}`,
    { state, name, limit, offset },
  );
  const counted = await db.raw<{ rows: { n: number }[] }>(`select count(*)::int as n ${found}`, {
    state,
    name,
  });
  return { jobs: rows.rows.map(toJob), total: counted.rows[0]?.n ?? 0 };
}

/** Locks a job's row, which keeps workers from taking it until the transaction ends. */
export async function lockJob(tx: Tx, id: number): Promise<QueuedJob | null> {
  const { rows } = await tx.raw<{ rows: Stored[] }>(
    `select ${COLUMNS} from ${NAMED_JOBS} where jobs.id = ? for update of jobs`,
    [id],
  );
  return rows[0] ? toJob(rows[0]) : null;
}

export async function lockJobsWith(tx: Tx, name: string, field: string, value: string): Promise<QueuedJob[]> {
  const { rows } = await tx.raw<{ rows: Stored[] }>(
    `select ${COLUMNS} from ${NAMED_JOBS} where tasks.identifier = ? and jobs.payload ->> ? = ?
      order by jobs.id for update of jobs`,
    [name, field, value],
  );
  return rows.map(toJob);
}

/** Locks failed jobs of a name, without those that another transaction holds. */
export async function lockFailedJobs(tx: Tx, name: string, limit: number): Promise<number[]> {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select jobs.id::float8 as id from ${NAMED_JOBS} where tasks.identifier = ? and ${STATE} = 'failed'
      order by jobs.id limit ? for update of jobs skip locked`,
    [name, limit],
  );
  return rows.map(({ id }) => id);
}

/** Makes locked jobs due with all their attempts. The caller has seen that none is running. */
export const rescheduleJobs = (tx: Tx, ids: readonly number[]) =>
  tx.raw('select id from graphile_worker.reschedule_jobs(?::bigint[], run_at := now(), attempts := 0)', [
    [...ids],
  ]);

/** Deletes locked jobs. The caller has seen that none is running. */
export const removeJobs = (tx: Tx, ids: readonly number[]) =>
  tx.raw('select id from graphile_worker.complete_jobs(?::bigint[])', [[...ids]]);
