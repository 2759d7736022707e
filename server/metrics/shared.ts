import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config/config';
import { COUNT_JOBS, type QueueCount } from '../jobs/queue';
import { COUNT_UNSENT, type MailCounts } from '../mail/unsent';
import type { Instruments } from './instruments';

const EVERY_MS = 5_000;
/** A scrape never waits longer for the database. */
const MAX_WAIT_MS = 900;

interface Facts {
  locks_waiting: number;
  oldest_transaction: number;
  events: number;
  oldest_event: number;
  last_backup: number | null;
  silent: number;
}

const FACTS = `select
  (select count(*)::int from pg_stat_activity where wait_event_type = 'Lock') as locks_waiting,
  (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
  ) as oldest_transaction,
  (select count(*)::int from payment_events where processed_at is null) as events,
  (select coalesce(extract(epoch from now() - min(received_at)), 0)::float8 from payment_events
    where processed_at is null) as oldest_event,
  (select extract(epoch from max(finished_at))::float8 from backups where error is null) as last_backup,
  (select count(*)::int from processes where seen_at < now() - interval '30 seconds') as silent`;

const FINDINGS = `select name as check, subject_id::int as count from consistency_findings
  where subject_type = 'total'
    and check_id = (select max(id) from consistency_checks where finished_at is not null)`;

const MAX_INTEGER = 2 ** 31 - 1;
const IDS = `select sequencename as sequence, (last_value::float8 / ${MAX_INTEGER}) as used from pg_sequences
  where schemaname = 'public' and data_type = 'integer'::regtype and last_value is not null
  order by last_value desc limit 5`;

const secondsSince = (at: Date | null, now: Date) =>
  at ? Math.max(0, (now.getTime() - at.getTime()) / 1_000) : 0;

function setQueue(metrics: Instruments, counts: readonly QueueCount[], now: Date) {
  metrics.queueJobs.reset();
  for (const { name, ...states } of counts)
    for (const state of ['due', 'running', 'scheduled', 'failed'] as const)
      metrics.queueJobs.set({ name, state }, states[state]);
  metrics.queueOldestDue.set(
    Math.max(0, ...counts.map(({ oldest_due_at }) => secondsSince(oldest_due_at, now))),
  );
}

function setFacts(metrics: Instruments, facts: Facts) {
  metrics.locksWaiting.set(facts.locks_waiting);
  metrics.oldestTransaction.set(facts.oldest_transaction);
  metrics.eventsUnprocessed.set(facts.events);
  metrics.eventsOldest.set(facts.oldest_event);
  metrics.processesSilent.set(facts.silent);
  if (facts.last_backup !== null) metrics.lastBackup.set(facts.last_backup);
}

async function readAll(client: pg.PoolClient, metrics: Instruments, now: Date) {
  const rows = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
  setQueue(metrics, await rows<QueueCount>(COUNT_JOBS), now);
  const [mails] = await rows<MailCounts>(COUNT_UNSENT);
  metrics.mailsUnsent.set((mails?.unsent ?? 0) + (mails?.refused ?? 0));
  metrics.mailsOldest.set(secondsSince(mails?.oldest_unsent_at ?? null, now));
  const [facts] = await rows<Facts>(FACTS);
  if (facts) setFacts(metrics, facts);
  setFindings(metrics, await rows<{ check: string; count: number }>(FINDINGS));
  setIdsUsed(metrics, await rows<{ sequence: string; used: number }>(IDS));
}

function setFindings({ findings }: Instruments, counts: readonly { check: string; count: number }[]) {
  findings.reset();
  for (const { check, count } of counts) findings.set({ check }, count);
}

function setIdsUsed({ idsUsed }: Instruments, shares: readonly { sequence: string; used: number }[]) {
  idsUsed.reset();
  for (const { sequence, used } of shares) idsUsed.set({ sequence }, used);
}

async function setDisk({ storage }: Config, metrics: Instruments) {
  if (storage.kind !== 'disk') return;
  const space = await statfs(storage.dir).catch(() => null);
  if (space) metrics.diskFree.set(space.bavail / space.blocks);
}

interface Sources {
  readonly config: Config;
  readonly limitsPool: pg.Pool;
  readonly databaseClock: { now(): Date };
  readonly isAway: () => boolean;
}

async function read({ config, limitsPool, databaseClock }: Sources, metrics: Instruments) {
  const client = await limitsPool.connect();
  try {
    await readAll(client, metrics, databaseClock.now());
  } finally {
    client.release();
  }
  await setDisk(config, metrics);
}

/** Reads at most every 5 s. Without the database figures keep their values, and `lotwise_shared_stale` is 1. */
export function sharedFigures(sources: Sources, metrics: Instruments): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function refresh() {
    metrics.stale.set(1);
    if (sources.isAway()) return;
    await read(sources, metrics);
    readAt = performance.now();
    metrics.stale.set(0);
  }

  return async () => {
    if (performance.now() - readAt < EVERY_MS) return;
    running ??= refresh()
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    await Promise.race([running, pause(MAX_WAIT_MS, undefined, { ref: false })]);
  };
}
