import type { Knex } from 'knex';
import type { ProcessRow } from '../../db/tables';
import { latestCheck } from '../consistency/recorded';
import { countJobs } from '../jobs/queue';
import { countUnsent } from '../mail/unsent';
import { waitingEvents } from '../payments/waiting-events';
import type { Services } from '../services';
import type { SystemStatus } from './contract';
import { databaseStatus, storageStatus } from './database';
import { problemsOf } from './problems';
import { processDocument } from './serializer';

const EVENTS_SHOWN = 20;

const iso = (date: Date | null) => date?.toISOString() ?? null;

const runningProcesses = (db: Knex): Promise<(ProcessRow & { responding: boolean })[]> =>
  db('processes')
    .select('*', db.raw(`seen_at >= now() - interval '30 seconds' as responding`))
    .orderBy(['kind', 'host', 'started_at']);

async function webhooks(db: Knex): Promise<SystemStatus['webhooks']> {
  const { events, total } = await waitingEvents(db, EVENTS_SHOWN);
  const shown = events.map((event) => ({ ...event, received_at: event.received_at.toISOString() }));
  return { unprocessed: total, oldest_at: shown[0]?.received_at ?? null, events: shown };
}

/** One query after another: the page must not take connections from requests. */
export async function systemStatus(services: Services): Promise<SystemStatus> {
  const { db, config, databaseClock } = services;
  const processes = await runningProcesses(db);
  const queue = await countJobs(db);
  const mails = await countUnsent(db);
  const consistency = await latestCheck(db);
  const facts = {
    version: config.operations.version,
    at: databaseClock.now().toISOString(),
    processes: processes.map(processDocument),
    database: await databaseStatus(services),
    storage: await storageStatus(services),
    queue: queue.map((counts) => ({ ...counts, oldest_due_at: iso(counts.oldest_due_at) })),
    mails: { ...mails, oldest_unsent_at: iso(mails.oldest_unsent_at) },
    webhooks: await webhooks(db),
    consistency: { ...consistency, finished_at: iso(consistency.finished_at) },
  };
  const problems = problemsOf(facts);
  return { status: problems.length > 0 ? 'attention' : 'ok', problems, ...facts };
}
