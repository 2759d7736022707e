import type { Staff } from '../accounts/policy';
import type { Services } from '../services';

/** Job ids are 64-bit, above what `:id` takes; those that a number holds exactly are enough. */
const JOB_ID = /^[1-9]\d{0,14}$/;

export const anyJob = (_staff: Staff, { job }: { job: string }) =>
  Promise.resolve(JOB_ID.test(job) ? { jobId: Number(job) } : null);

export const anyMail = (_staff: Staff, { id }: { id: number }, { db }: Pick<Services, 'db'>) =>
  db('mails').where({ id }).first('id', 'subject', 'recipient');

export const anyEvent = (_staff: Staff, { event }: { event: string }, { db }: Pick<Services, 'db'>) =>
  db('payment_events').where({ id: event }).first('id', 'type');
