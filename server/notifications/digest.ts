import type { Knex } from 'knex';
import { idsOf } from '../../db/rows';
import type { EmailNoticeRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { notificationKinds } from '../contract/notification-kinds';
import type { Services } from '../services';
import { deliverDigest } from './mailer';

const openNotices = (db: Knex) =>
  db('email_notices').whereNull('mail_id').whereIn('kind', Object.keys(notificationKinds));

export const peopleWithNotices = async (db: Knex): Promise<number[]> =>
  (await openNotices(db).distinct('user_id').orderBy('user_id')).map(({ user_id }) => user_id);

/** The notices' locks make a second run wait and find none. Returns false if there was nothing to tell. */
export async function sendDigest(tx: Tx, userId: number): Promise<boolean> {
  const notices: EmailNoticeRow[] = await openNotices(tx)
    .where({ user_id: userId })
    .orderBy('id')
    .forUpdate()
    .select('*');
  const person = await tx('users')
    .where({ id: userId })
    .whereNotIn('status', ['removed', 'key'])
    .first('id', 'email', 'full_name');
  if (!person || notices.length === 0) return false;
  const mailId = await deliverDigest(tx, person, notices);
  await tx('email_notices').whereIn('id', idsOf(notices)).update({ mail_id: mailId });
  return true;
}

export async function sendDigestsAtOnce({ db, transaction }: Services): Promise<string> {
  let sent = 0;
  for (const userId of await peopleWithNotices(db))
    if (await transaction((tx) => sendDigest(tx, userId))) sent += 1;
  return sent === 0 ? 'Nothing to send.' : `Wrote ${sent} daily ${sent === 1 ? 'email' : 'emails'}.`;
}

/** Long enough that no retried act repeats an event (docs/rules.md#mails). */
const KEPT_DAYS = 90;

const BATCH = 5_000;

/** In batches, each in its own transaction. Notices that have not left with a mail stay. */
export async function deleteSentNotices(db: Knex, batch = BATCH): Promise<void> {
  for (;;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from email_notices where id in (
         select id from email_notices where mail_id is not null and at < now() - make_interval(days => ?)
          limit ? for update skip locked)`,
      [KEPT_DAYS, batch],
    );
    if (rowCount < batch) return;
  }
}
