import { object } from 'yup';
import { statement } from '../../db/sql';
import type { NoticeContent } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { id } from '../contract/fields';
import { allowedChoices, type NotificationKind } from '../contract/notification-kinds';
import { job } from '../jobs/job';
import { type Composed, compose, type Letter, shorten } from './compose';
import { send } from './send';
import { type Unsubscription, unsubscribeToken } from './unsubscribe-token';

interface Envelope extends Letter {
  /** Names the cause: a second mail of one key is not written. */
  readonly eventKey?: string;
  readonly replyTo?: string;
  readonly unsubscribes?: Unsubscription;
}

/** A mail that always leaves: about the account, or to an address without one. */
export interface Mail extends Envelope {
  readonly kind?: undefined;
}

/** A mail that its recipient may have daily or not at all. */
interface NoticeMail extends Envelope {
  readonly kind: NotificationKind;
  readonly userId: number;
  /** Names event, subject, version and person. */
  readonly eventKey: string;
  /** A daily mail shows the subject as a link to `path`, and `preview`. */
  readonly locals: Letter['locals'] & { readonly path: string; readonly preview: string };
}

export const sendMail = job(
  'send-mail',
  object({ mail_id: id().required() }),
  (services, { mail_id }) => send(services, mail_id),
  { slots: 'mail' },
);

const addJob = `(graphile_worker.add_job($8, json_build_object('mail_id', id), max_attempts := $9)).id as job_id`;

const writeMail = statement<{ id: number }>(
  'write mail',
  `with written as (
     insert into mails (event_key, recipient, reply_to, subject, html, text, headers)
     values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (event_key) do nothing
     returning id
   )
   select id, ${addJob} from written`,
);

/**
 * Viewers get what they turned on. An event that was written as a notice is not mailed after the choice has changed,
 * and the reverse.
 */
const writeByChoice = statement<{ id: number }>(
  'write mail or notice',
  `with chosen as (
     select coalesce((select email from notification_choices
                       where user_id = $10 and kind = $11 and email = any($12::text[])),
                     (select 'off' from users where id = $10 and role = 'viewer'), 'instant') as email
   ), noticed as (
     insert into email_notices (event_key, user_id, kind, content)
     select $1, $10, $11, $13::jsonb from chosen
      where email = 'daily' and not exists (select from mails where event_key = $1)
         on conflict (event_key) do nothing
   ), written as (
     insert into mails (event_key, recipient, reply_to, subject, html, text, headers)
     select $1, $2, $3, $4, $5, $6, $7 from chosen
      where email = 'instant' and not exists (select from email_notices where event_key = $1)
         on conflict (event_key) do nothing
     returning id
   )
   select id, ${addJob} from written`,
);

const MAX_PREVIEW_LENGTH = 300;

const noticeContent = ({ subject }: Composed, { path, preview }: NoticeMail['locals']): NoticeContent => ({
  subject,
  preview: shorten(preview, MAX_PREVIEW_LENGTH),
  path,
});

const envelope = (tx: Tx, mail: Mail | NoticeMail, { subject, html, text }: Composed) => [
  mail.eventKey ?? null,
  mail.to,
  mail.replyTo ?? null,
  subject,
  html,
  text,
  mail.unsubscribes ? JSON.stringify(unsubscribeHeaders(tx.config, mail.unsubscribes)) : null,
  sendMail.name,
  sendMail.attempts,
];

const mayBeOff = (kind: NotificationKind) => allowedChoices(kind).includes('off');

async function write(tx: Tx, mail: Mail | NoticeMail, composed: Composed): Promise<number | null> {
  if (!mail.kind) {
    const [written] = await writeMail(tx, envelope(tx, mail, composed));
    return written?.id ?? null;
  }
  const { kind, userId } = mail;
  const unsubscribes = mayBeOff(kind) && { unsubscribes: { userId, topics: [kind] } };
  const content = JSON.stringify(noticeContent(composed, mail.locals));
  const [written] = await writeByChoice(tx, [
    ...envelope(tx, { ...mail, ...unsubscribes }, composed),
    ...[userId, kind, allowedChoices(kind), content],
  ]);
  return written?.id ?? null;
}

/** RFC 8058. The mail server must sign both headers with DKIM. */
const unsubscribeHeaders = (config: Config, unsubscription: Unsubscription) => ({
  'List-Unsubscribe': `<${config.appUrl}/unsubscribe/${unsubscribeToken(config, unsubscription)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const letterOf = (mail: Mail | NoticeMail): Letter =>
  mail.kind ? { ...mail, locals: { ...mail.locals, chosen: true } } : mail;

/** Like `deliver`. Composes first: the statements then share one round trip. */
export async function deliverAll(tx: Tx, mails: readonly (Mail | NoticeMail)[]): Promise<(number | null)[]> {
  const composed = await Promise.all(mails.map((mail) => compose(tx.config, letterOf(mail))));
  return Promise.all(mails.map((mail, index) => write(tx, mail, composed[index] as Composed)));
}

/** Without `kind` it always leaves, else the person's choice decides (docs/rules.md#mails). Returns its id, null if unwritten. */
export async function deliver(tx: Tx, mail: Mail | NoticeMail): Promise<number | null> {
  const [id] = await deliverAll(tx, [mail]);
  return id ?? null;
}
