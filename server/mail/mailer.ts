import { object } from 'yup';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { id } from '../contract/fields';
import { enqueue, job } from '../jobs/job';
import { type ComposeConfig, compose, type Letter } from './compose';
import { send } from './send';

export interface Mail extends Letter {
  /** Names the cause: a second mail of one key is not written. */
  readonly eventKey?: string;
  readonly replyTo?: string;
}

/** With what mails say of fees and deadlines. */
type MailConfig = ComposeConfig & Pick<Config, 'feeBps' | 'unpaidOrderHours'>;

declare module '../../db/transaction' {
  interface TransactionServices {
    readonly mailConfig: MailConfig;
  }
}

export const sendMail = job('send-mail', object({ mail_id: id().required() }), (services, { mail_id }) =>
  send(services, mail_id),
);

export async function deliver(tx: Tx, mail: Mail) {
  const { subject, html, text } = await compose(tx.mailConfig, mail);
  const [written] = await tx('mails')
    .insert({
      event_key: mail.eventKey ?? null,
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      subject,
      html,
      text,
    })
    .onConflict('event_key')
    .ignore()
    .returning('id');
  if (written) await enqueue(tx, sendMail, { mail_id: written.id });
}
