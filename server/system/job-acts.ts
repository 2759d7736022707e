import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import { MAX_ID } from '../contract/limits';
import { Conflict, NotFound } from '../http/errors';
import { lockFailedJobs, lockJob, type QueuedJob, removeJobs, rescheduleJobs } from '../jobs/queue';
import { hideSecrets } from '../logging/logger';
import { MONEY_JOBS } from '../payments/jobs';
import { PAYMENT_JOB_KEPT } from './contract';

const MAX_RETRIED = 1_000;
const JOB_RUNNING = 'This job is running now.';

/** Throws NotFound for a job that is gone, Conflict for one that runs. */
async function lockIdleJob(tx: Tx, id: number): Promise<QueuedJob> {
  const job = await lockJob(tx, id);
  if (!job) throw NotFound();
  if (job.state === 'running') throw Conflict(JOB_RUNNING);
  return job;
}

/** The log's column of subjects is narrower than ids of jobs. */
const auditJob = (tx: Tx, staff: Staff, action: string, job: QueuedJob, facts: object = {}) =>
  audit(tx, staff, action, 'job', job.id <= MAX_ID ? job.id : null, {
    after: { job_id: job.id, name: job.name, ...facts },
  });

/** The row's lock makes two members of staff take turns: the second finds the job due, running or gone. */
export async function retryJob(tx: Tx, staff: Staff, id: number): Promise<QueuedJob> {
  const job = await lockIdleJob(tx, id);
  await rescheduleJobs(tx, [id]);
  await auditJob(tx, staff, 'job.retry', job);
  return (await lockJob(tx, id)) as QueuedJob;
}

export async function discardJob(tx: Tx, staff: Staff, id: number, reason: string): Promise<undefined> {
  const job = await lockIdleJob(tx, id);
  if (MONEY_JOBS.has(job.name)) throw Conflict(PAYMENT_JOB_KEPT);
  await removeJobs(tx, [id]);
  await auditJob(tx, staff, 'job.discard', job, {
    reason,
    payload: hideSecrets(job.payload),
    payload_bytes: job.payload_bytes,
    last_error: hideSecrets(job.last_error),
  });
  return undefined;
}

/** Returns how many failed jobs of a name are due again, at most 1,000. */
export async function retryFailedJobs(tx: Tx, staff: Staff, name: string): Promise<number> {
  const ids = await lockFailedJobs(tx, name, MAX_RETRIED);
  if (ids.length === 0) return 0;
  await rescheduleJobs(tx, ids);
  await audit(tx, staff, 'job.retry', 'jobs', null, { after: { name, retried: ids.length } });
  return ids.length;
}
