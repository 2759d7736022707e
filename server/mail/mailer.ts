import { object } from 'yup';
import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { id } from '../contract/fields';
import { job } from '../jobs/job';
import { type ComposeConfig, type Composed, compose, type Letter } from './compose';
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

const writeMail = statement(
  'write mail',
  `with written as (
     insert into mails (event_key, recipient, reply_to, subject, html, text) values ($1, $2, $3, $4, $5, $6)
         on conflict (event_key) do nothing
     returning id
   )
   select (graphile_worker.add_job($7, json_build_object('mail_id', id), max_attempts := $8)).id from written`,
);

/** Composes first: the statements then share one round trip. */
export async function deliverAll(tx: Tx, mails: readonly Mail[]) {
  const composed = await Promise.all(mails.map((mail) => compose(tx.mailConfig, mail)));
  await Promise.all(
    mails.map(({ eventKey, to, replyTo }, index) => {
      const { subject, html, text } = composed[index] as Composed;
      const row = [eventKey ?? null, to, replyTo ?? null, subject, html, text];
      return writeMail(tx, [...row, sendMail.name, sendMail.attempts]);
    }),
  );
}

export const deliver = (tx: Tx, mail: Mail) => deliverAll(tx, [mail]);
