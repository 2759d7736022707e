import { object } from 'yup';
import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { id } from '../contract/fields';
import { job } from '../jobs/job';
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

// One round trip, which other statements may share.
const writeMail = statement(
  'write mail',
  `with written as (
     insert into mails (event_key, recipient, reply_to, subject, html, text) values ($1, $2, $3, $4, $5, $6)
         on conflict (event_key) do nothing
     returning id
   )
   select (graphile_worker.add_job($7, json_build_object('mail_id', id), max_attempts := $8)).id from written`,
);

export async function deliver(tx: Tx, mail: Mail) {
  const { subject, html, text } = await compose(tx.mailConfig, mail);
  const row = [mail.eventKey ?? null, mail.to, mail.replyTo ?? null, subject, html, text];
  await writeMail(tx, [...row, sendMail.name, sendMail.attempts]);
}
