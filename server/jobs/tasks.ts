import { type JobHelpers, type ParsedCronItem, parseCronItems, type TaskList } from 'graphile-worker';
import pg from 'pg';
import { DAY_MS } from '../contract/durations';
import { fromJson, toJson } from '../contract/json';
import type { Services } from '../services';
import type { Job, Scheduled } from './job';

const JSON_OID = 114;

export const payloadTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === JSON_OID && format !== 'binary' ? fromJson : pg.types.getTypeParser(oid, format),
};

const millisecondsSince = (start: number) => Math.round(performance.now() - start);

async function runAndLog(services: Services, job: Job, payload: unknown, { job: row }: JobHelpers) {
  const { name } = job;
  const { metrics, requestScopes } = services;
  const statements = { count: 0, ms: 0 };
  const log = services.log.child({ job: name, jobId: row.id });
  const attempt = row.attempts > 1 ? { attempt: row.attempts } : {};
  const isLast = row.attempts >= row.max_attempts;
  const start = performance.now();
  const costs = () => ({
    ms: millisecondsSince(start),
    dbMs: Math.round(statements.ms),
    dbQueries: statements.count,
  });
  try {
    const validated = await job.payload.validate(payload, { stripUnknown: true });
    await requestScopes.run({ load: '0', connections: new Set(), statements }, () =>
      job.work({ ...services, log }, validated, { isLast }),
    );
    log.info({ ...attempt, ...costs() }, 'job done');
    metrics.jobs.inc({ name, outcome: 'done' });
  } catch (err) {
    const failure = { ...attempt, ...costs(), err };
    metrics.jobs.inc({ name, outcome: isLast ? 'failed' : 'retry' });
    if (isLast) {
      log.error(failure, 'job failed for good');
      services.errorReports.report(err, { job: name, jobId: row.id });
    } else log.warn(failure, 'job failed, to be tried again');
    throw err;
  } finally {
    metrics.jobSeconds.observe({ name }, (performance.now() - start) / 1_000);
  }
}

export function taskList(services: Services, jobs: readonly Job[]): TaskList {
  const names = jobs.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate) throw new Error(`Two jobs are named ${duplicate}`);
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown, helpers: JobHelpers) => runAndLog(services, job, payload, helpers),
    ]),
  );
}

const BACKFILL_MS = DAY_MS;

export const cronItems = (schedule: readonly Scheduled[]): ParsedCronItem[] =>
  parseCronItems(
    schedule.map(({ job, at, payload }) => ({
      task: job.name,
      match: at,
      identifier: `${job.name} ${toJson(payload)}`,
      payload: payload as Record<string, unknown>,
      // The key merges missed runs into one job.
      options: {
        backfillPeriod: BACKFILL_MS,
        maxAttempts: job.attempts,
        jobKey: `scheduled ${job.name} ${toJson(payload)}`,
      },
    })),
  );
