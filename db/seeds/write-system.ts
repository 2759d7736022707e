import { HOUR_MS } from '../../server/contract/durations';
import { enqueue } from '../../server/jobs/job';
import { lockJobsWith, removeJobs } from '../../server/jobs/queue';
import { JOBS } from '../../server/jobs/worker-tables';
import { sendMail } from '../../server/mail/mailer';
import { discardUpload } from '../../server/uploads/jobs';
import type { Tx } from '../transaction';

const ANSWER = '550 5.1.1 The email account that you tried to reach does not exist';
const ERROR = 'The store did not answer within 10 seconds';

/** Runs again without harm: the file is gone. */
const LOST = { key: 'uploads/demo-lost-draft' };
const FAIL_JOBS = `update ${JOBS}
  set attempts = max_attempts, last_error = ?, run_at = ?, created_at = ? where payload ->> 'key' = ?`;

/** What staff find on the System page: a failed job, one of the mails refused, last night's check. */
export async function writeSystem(tx: Tx, now: Date): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  await tx('consistency_checks').insert({
    started_at: hoursAgo(9),
    finished_at: new Date(hoursAgo(9).getTime() + 4_000),
    trigger: 'nightly',
  });
  await enqueue(tx, discardUpload, LOST);
  await tx.raw(FAIL_JOBS, [ERROR, hoursAgo(2), hoursAgo(30), LOST.key]);
  const mail = await tx('mails')
    .whereLike('event_key', 'order:%')
    .whereNot('recipient', 'buyer@example.com')
    .orderBy('id', 'desc')
    .first('id');
  if (!mail) return;
  const jobs = await lockJobsWith(tx, sendMail.name, 'mail_id', String(mail.id));
  await removeJobs(
    tx,
    jobs.map(({ id }) => id),
  );
  await tx('mails').where(mail).update({ sent_at: null, attempts: 1, last_error: ANSWER });
}
