import { id, number, object } from '../contract/fields';
import { type Job, job } from '../jobs/job';
import { backfillNotes } from './backfill';
import { sendUnreadMail } from './mailer';

/** Runs after the wait: mails a person what is then unread. */
export const mailUnread = job(
  'mail-unread-messages',
  object({ message_id: number().integer().required(), user_id: id().required() }),
  async ({ transaction }, { message_id, user_id }) => {
    await transaction((tx) => sendUnreadMail(tx, message_id, user_id));
  },
);

export const messageJobs = [mailUnread, backfillNotes] as Job[];
