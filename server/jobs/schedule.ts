import { setTimeout as pause } from 'node:timers/promises';
import type { ParsedCronItem } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { DAY_MS, MINUTE_MS } from '../contract/durations';
import { toJson } from '../contract/json';
import { newestTick } from './ticks';
import { SCHEDULE } from './worker-tables';

const RETRY_MS = 1_000;

/** Longer sleeps would notice a jump of the database's clock late. */
const MAX_SLEEP_MS = 10_000;

const REGISTER = `insert into ${SCHEDULE} (identifier, known_since)
  select identifier, date_trunc('milliseconds', clock_timestamp()) from unnest($1::text[]) as items (identifier)
  on conflict do nothing`;

/** The instants as text keep their microseconds, which a Date would cut. */
const READ = `select identifier, coalesce(last_execution, known_since) as last, last_execution::text as seen,
    clock_timestamp() as now
  from ${SCHEDULE} where identifier = any($1)`;

/** One of several workers finds the row as it read it. The key merges missed ticks into one job. */
const RUN = `with won as (
    update ${SCHEDULE} set last_execution = $2
     where identifier = $1 and last_execution is not distinct from $3::timestamptz
    returning identifier)
  select graphile_worker.add_job($4, $5::json, run_at := $2::timestamptz, max_attempts := $6, job_key := $7) from won`;

interface ScheduledItem {
  readonly identifier: string;
  readonly last: Date;
  readonly seen: string | null;
  readonly now: Date;
}

const runTick = (
  db: pg.Pool,
  { identifier, task, payload, options }: ParsedCronItem,
  seen: ScheduledItem,
  at: Date,
) =>
  db.query(RUN, [
    identifier,
    at,
    seen.seen,
    task,
    toJson(payload ?? {}),
    options.maxAttempts,
    options.jobKey,
  ]);

/** Adds the jobs of all due ticks. Returns the milliseconds until the next minute of the database's clock. */
async function runDueTicks(db: pg.Pool, items: readonly ParsedCronItem[]): Promise<number> {
  const identifiers = items.map(({ identifier }) => identifier);
  await db.query(REGISTER, [identifiers]);
  const { rows } = await db.query<ScheduledItem>(READ, [identifiers]);
  for (const item of items) {
    const known = rows.find(({ identifier }) => identifier === item.identifier);
    const tick = known && newestTick(item.match, known, DAY_MS);
    if (known && tick) await runTick(db, item, known, tick);
  }
  const now = rows[0]?.now.getTime() ?? 0;
  return MINUTE_MS - (now % MINUTE_MS);
}

export interface RunningSchedule {
  stop(): Promise<void>;
}

/** Ticks follow the database's clock: a worker whose own clock is wrong neither skips nor repeats one. */
export async function startSchedule(
  db: pg.Pool,
  items: readonly ParsedCronItem[],
  log: Logger,
): Promise<RunningSchedule> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const runOnce = () =>
    runDueTicks(db, items).catch((error: Error) => {
      if (!signal.aborted) log.warn({ reason: error.message }, 'the schedule could not be read');
      return RETRY_MS;
    });

  async function run(firstWait: number) {
    for (let wait = firstWait; !signal.aborted; wait = await runOnce())
      await pause(Math.min(wait, MAX_SLEEP_MS), undefined, { signal }).catch(() => undefined);
  }
  const running = items.length > 0 ? run(await runOnce()) : Promise.resolve();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
