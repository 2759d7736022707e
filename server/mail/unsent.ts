import type { Knex } from 'knex';
import type { MailRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { enqueue } from '../jobs/job';
import { lockJobsWith, removeJobs, rescheduleJobs } from '../jobs/queue';
import { NAMED_JOBS } from '../jobs/worker-tables';
import { sendMail } from './mailer';

export type UnsentState = 'unsent' | 'refused';

export type UnsentMail = Pick<
  MailRow,
  'id' | 'recipient' | 'subject' | 'attempts' | 'last_error' | 'created_at'
>;

/** Refused: tried, and no job will try again. Without a reference to `mails` the jobs are read once, into a hash. */
const REFUSED = `(mails.attempts > 0 and mails.id::text not in (
  select coalesce(jobs.payload ->> 'mail_id', '')
    from ${NAMED_JOBS}
   where identifier = 'send-mail'
     and (jobs.attempts < max_attempts or locked_at is not null)))`;

const UNSENT = 'from mails where sent_at is null and discarded_at is null';

export interface MailCounts {
  readonly unsent: number;
  readonly refused: number;
  readonly oldest_unsent_at: Date | null;
}

export async function countUnsent(db: Knex): Promise<MailCounts> {
  const { rows } = await db.raw<{ rows: MailCounts[] }>(COUNT_UNSENT);
  return rows[0] as MailCounts;
}

export const COUNT_UNSENT = `
    select count(*) filter (where not refused)::int as unsent, count(*) filter (where refused)::int as refused,
           min(created_at) filter (where not refused) as oldest_unsent_at
      from (select created_at, ${REFUSED} as refused ${UNSENT}) mails`;

interface Range {
  readonly limit: number;
  readonly offset: number;
}

export async function listUnsent(
  db: Knex,
  state: UnsentState,
  { limit, offset }: Range,
): Promise<{ mails: UnsentMail[]; total: number }> {
  const found = `${UNSENT} and ${state === 'refused' ? '' : 'not '}${REFUSED}`;
  const { rows } = await db.raw<{ rows: UnsentMail[] }>(
    `select id, recipient, subject, attempts, last_error, created_at ${found} order by created_at, id limit ? offset ?`,
    [limit, offset],
  );
  const counted = await db.raw<{ rows: { n: number }[] }>(`select count(*)::int as n ${found}`);
  return { mails: rows, total: counted.rows[0]?.n ?? 0 };
}

export const unsentMail = (db: Knex, id: number): Promise<UnsentMail> =>
  db('mails')
    .where({ id })
    .first('id', 'recipient', 'subject', 'attempts', 'last_error', 'created_at') as Promise<UnsentMail>;

type Outcome = 'done' | 'sent' | 'running' | 'gone';

/** Locks a mail that could still be sent, and its jobs. */
async function lockWaiting(tx: Tx, id: number) {
  const jobs = await lockJobsWith(tx, sendMail.name, 'mail_id', String(id));
  if (jobs.some(({ state }) => state === 'running')) return { refusal: 'running' as const };
  const mail = await tx('mails').where({ id }).forUpdate().first();
  if (!mail || mail.discarded_at) return { refusal: 'gone' as const };
  if (mail.sent_at) return { refusal: 'sent' as const };
  return { mail, jobs: jobs.map((job) => job.id) };
}

/** Makes the mail's job due, or adds one where none is left. */
export async function retryMail(tx: Tx, id: number): Promise<Outcome> {
  const { refusal, jobs } = await lockWaiting(tx, id);
  if (refusal) return refusal;
  const [first, ...doubled] = jobs;
  if (first === undefined) await enqueue(tx, sendMail, { mail_id: id }, { key: `retry-mail-${id}` });
  else await Promise.all([rescheduleJobs(tx, [first]), removeJobs(tx, doubled)]);
  return 'done';
}

/** The mail stays as a row and is never sent. */
export async function discardMail(tx: Tx, id: number): Promise<Outcome> {
  const { refusal, jobs } = await lockWaiting(tx, id);
  if (refusal) return refusal;
  await Promise.all([tx('mails').where({ id }).update({ discarded_at: tx.fn.now() }), removeJobs(tx, jobs)]);
  return 'done';
}
