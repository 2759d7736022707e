import type { Knex } from 'knex';
import type { MailRow } from '../../db/tables';
import type { Services } from '../services';
import { isPermanentRejection, sendBySmtp } from './smtp';

const lockUnsent = (tx: Knex, id: number): Promise<MailRow | undefined> =>
  tx('mails').where({ id, sent_at: null, discarded_at: null }).forUpdate().first();

const update = (db: Knex, id: number, changes: Partial<MailRow>) =>
  db('mails')
    .where({ id })
    .update({ ...changes, attempts: db.raw('attempts + 1') });

const markSent = (db: Knex, id: number, changes: Partial<MailRow> = {}) =>
  update(db, id, { ...changes, sent_at: db.fn.now() as never, last_error: null });

const markFailed = (db: Knex, id: number, error: unknown) =>
  update(db, id, { last_error: error instanceof Error ? error.message : String(error) });

/** Throws if a retry may help. After a lost reply the server gets the Message-ID twice (RFC 5321, section 6.1). */
export async function send({ config, db, log, metrics }: Services, id: number) {
  const { mail: transport } = config;
  try {
    await db.transaction(async (tx) => {
      const mail = await lockUnsent(tx, id);
      if (!mail) return;
      if (transport.kind === 'mailbox') {
        await markSent(tx, id);
        return;
      }
      await sendBySmtp(transport, config.appUrl, mail);
      // Sent mails may contain sign-in links, of which only digests may be stored.
      await markSent(tx, id, { text: '', html: '', headers: null });
    });
    metrics.mails.inc({ outcome: 'sent' });
  } catch (error) {
    await markFailed(db, id, error);
    const isRefused = isPermanentRejection(error);
    metrics.mails.inc({ outcome: isRefused ? 'refused' : 'deferred' });
    if (!isRefused) throw error;
    log.error({ mail: id, err: error }, 'a mail was rejected permanently');
  }
}
