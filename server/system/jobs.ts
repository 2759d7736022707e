import type { Tx } from '../../db/transaction';
import { latestCheck } from '../consistency/recorded';
import { object } from '../contract/fields';
import { type Job, job } from '../jobs/job';
import { listJobs, type QueuedJob } from '../jobs/queue';
import { hideEmails, redactSecrets } from '../logging/logger';
import { MONEY_JOBS } from '../payments/jobs';
import { mailOperations } from './mailer';

const TODAY = `date_trunc('day', now() at time zone 'utc') at time zone 'utc'`;

const MAX_ERROR_LENGTH = 500;

/** Mail servers and card networks answer with addresses. */
const withoutPeople = (text: string) => hideEmails(redactSecrets(text)).slice(0, MAX_ERROR_LENGTH);

async function reportFindings(tx: Tx, to: string) {
  const { finished_at, findings } = await latestCheck(tx);
  const total = findings.reduce((sum, { count }) => sum + count, 0);
  if (!finished_at || total === 0 || !(await isOfToday(tx, finished_at))) return;
  await mailOperations(tx, to, {
    cause: 'findings',
    subject: `${total} consistency ${total === 1 ? 'finding' : 'findings'}`,
    lines: findings.map(({ check, count }) => `${check}: ${count}`),
  });
}

async function isOfToday(tx: Tx, at: Date): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: [{ today: boolean }] }>(`select ? >= ${TODAY} as today`, [at]);
  return rows[0].today;
}

const failedToday = (tx: Tx) =>
  tx('backups')
    .whereNotNull('error')
    .whereRaw(`coalesce(finished_at, started_at) >= ${TODAY}`)
    .orderBy('id', 'desc')
    .first();

async function reportBackup(tx: Tx, to: string) {
  const failed = await failedToday(tx);
  if (!failed) return;
  const at = (failed.finished_at ?? failed.started_at).toISOString();
  await mailOperations(tx, to, {
    cause: 'backup',
    subject: 'Backup failed',
    lines: [`Time: ${at}`, `Reason: ${withoutPeople(failed.error ?? '')}`],
  });
}

async function firstFailed(tx: Tx, name: string): Promise<QueuedJob | undefined> {
  const { jobs } = await listJobs(tx, { state: 'failed', name, limit: 1, offset: 0 });
  return jobs[0];
}

async function reportPaymentJobs(tx: Tx, to: string) {
  for (const name of MONEY_JOBS) {
    const failed = await firstFailed(tx, name);
    if (!failed) continue;
    await mailOperations(tx, to, {
      cause: `payment-job:${name}`,
      subject: 'A payment job failed',
      lines: [`Name: ${name}`, `Job: ${failed.id}`, `Error: ${withoutPeople(failed.last_error ?? '')}`],
    });
  }
}

/** Looks at what happened in place of being called, so that a killed process loses no mail. */
export const reportProblems = job('report-problems', object({}), async ({ config, transaction }) => {
  const to = config.operations.operationsEmail;
  if (to === null) return;
  await transaction(async (tx) => {
    await reportFindings(tx, to);
    await reportBackup(tx, to);
    await reportPaymentJobs(tx, to);
  });
});

export const systemJobs: readonly Job[] = [reportProblems] as Job[];
