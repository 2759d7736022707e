import type { Knex } from 'knex';
import type { MailRow } from '../../db/tables';
import type { Services } from '../services';
import { isRefusedForGood, sendBySmtp } from './smtp';

/** Locked while it is being sent: a second sender waits and then finds it sent; a killed one lets go. */
const unsent = (tx: Knex, id: number): Promise<MailRow | undefined> =>
  tx('mails').where({ id }).whereNull('sent_at').forUpdate().first();

const update = (db: Knex, id: number, changes: Partial<MailRow>) =>
  db('mails')
    .where({ id })
    .update({ ...changes, attempts: db.raw('attempts + 1') });

const markSent = (db: Knex, id: number, changes: Partial<MailRow> = {}) =>
  update(db, id, { ...changes, sent_at: new Date(), last_error: null });

const markFailed = (db: Knex, id: number, error: unknown) =>
  update(db, id, { last_error: error instanceof Error ? error.message : String(error) });

/**
 * Throws where trying again may help. At least once: a server that took the mail but whose answer was lost
 * gets it again, under the same Message-ID, as SMTP asks of a sender (RFC 5321, 6.1).
 */
export async function send({ config, db, log }: Services, id: number) {
  const { mail: how } = config;
  try {
    await db.transaction(async (tx) => {
      const mail = await unsent(tx, id);
      if (!mail) return;
      if (how.kind === 'mailbox') {
        await markSent(tx, id);
        return;
      }
      await sendBySmtp(how, config.appUrl, mail);
      // What was sent may hold links that sign in: of those only digests are kept.
      await markSent(tx, id, { text: '', html: '' });
    });
  } catch (error) {
    await markFailed(db, id, error);
    if (!isRefusedForGood(error)) throw error;
    log.error({ mail: id, err: error }, 'a mail was refused for good');
  }
}
