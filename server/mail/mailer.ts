import { object } from 'yup';
import { statement, whenSent } from '../../db/sql';
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

const addJob = `(graphile_worker.add_job('${sendMail.name}', json_build_object('mail_id', id),
  max_attempts := ${sendMail.attempts})).id as job_id`;

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
 * A row per mail. Viewers get what they turned on. An event that was written as a notice is not mailed after the choice has
 * changed, and the reverse.
 */
const writeByChoice = statement<{ id: number }>(
  'write mails or notices',
  `with chosen as (
     select event_key, recipient, reply_to, subject, html, text, headers, mail.user_id, mail.kind, content, place,
            coalesce((select email from notification_choices choice
                       where choice.user_id = mail.user_id and choice.kind = mail.kind
                         and email = any(string_to_array(allowed, ' '))),
                     (select 'off' from users where id = mail.user_id and role = 'viewer'), 'instant') as email
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[],
                   $8::int[], $9::text[], $10::text[], $11::jsonb[]) with ordinality
              as mail (event_key, recipient, reply_to, subject, html, text, headers, user_id, kind, allowed, content, place)
   ), noticed as (
     insert into email_notices (event_key, user_id, kind, content)
     select event_key, user_id, kind, content from chosen
      where email = 'daily' and not exists (select from mails where mails.event_key = chosen.event_key)
      order by place
         on conflict (event_key) do nothing
   ), written as (
     insert into mails (event_key, recipient, reply_to, subject, html, text, headers)
     select event_key, recipient, reply_to, subject, html, text, headers from chosen
      where email = 'instant'
        and not exists (select from email_notices where email_notices.event_key = chosen.event_key)
      order by place
         on conflict (event_key) do nothing
     returning id
   )
   select id, ${addJob} from written order by id`,
);

const MAX_PREVIEW_LENGTH = 300;

const noticeContent = ({ subject }: Composed, { path, preview }: NoticeMail['locals']): NoticeContent => ({
  subject,
  preview: shorten(preview, MAX_PREVIEW_LENGTH),
  path,
});

const headersOf = (tx: Tx, unsubscribes: Unsubscription | undefined) =>
  unsubscribes ? JSON.stringify(unsubscribeHeaders(tx.config, unsubscribes)) : null;

const envelope = (tx: Tx, mail: Mail | NoticeMail, { subject, html, text }: Composed) => [
  mail.eventKey ?? null,
  mail.to,
  mail.replyTo ?? null,
  subject,
  html,
  text,
  headersOf(tx, mail.unsubscribes),
];

const mayBeOff = (kind: NotificationKind) => allowedChoices(kind).includes('off');

const chosenRow = (tx: Tx, mail: NoticeMail, composed: Composed) => {
  const { kind, userId } = mail;
  const unsubscribes = mayBeOff(kind) && { unsubscribes: { userId, topics: [kind] } };
  const content = JSON.stringify(noticeContent(composed, mail.locals));
  return [
    ...envelope(tx, { ...mail, ...unsubscribes }, composed),
    ...[userId, kind, allowedChoices(kind).join(' '), content],
  ];
};

/** The rows of mails whose readers may have them daily or not at all. Composes first: one statement writes them all. */
const chosenRows = (tx: Tx, mails: readonly NoticeMail[]) =>
  Promise.all(mails.map(async (mail) => chosenRow(tx, mail, await compose(tx.config, letterOf(mail)))));

async function writeChosen(tx: Tx, rows: readonly (readonly unknown[])[], onSent?: () => void) {
  const columns = (rows[0] ?? []).map((_value, column) => rows.map((row) => row[column]));
  return writeByChoice(tx, columns, onSent);
}

async function write(tx: Tx, mail: Mail) {
  return writeMail(tx, envelope(tx, mail, await compose(tx.config, letterOf(mail))));
}

/** RFC 8058. The mail server must sign both headers with DKIM. */
const unsubscribeHeaders = (config: Config, unsubscription: Unsubscription) => ({
  'List-Unsubscribe': `<${config.appUrl}/unsubscribe/${unsubscribeToken(config, unsubscription)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const letterOf = (mail: Mail | NoticeMail): Letter =>
  mail.kind ? { ...mail, locals: { ...mail.locals, chosen: true } } : mail;

const isByChoice = (mail: Mail | NoticeMail): mail is NoticeMail => mail.kind !== undefined;
const isForAll = (mail: Mail | NoticeMail): mail is Mail => mail.kind === undefined;

/** Like `deliver`. */
export async function deliverAll(tx: Tx, mails: readonly (Mail | NoticeMail)[]): Promise<void> {
  const rows = await chosenRows(tx, mails.filter(isByChoice));
  await Promise.all([
    rows.length > 0 && writeChosen(tx, rows),
    ...mails.filter(isForAll).map((mail) => write(tx, mail)),
  ]);
}

/** Like `deliver`, with the commit: for acts in which others wait for its locks. */
export async function deliverWithCommit(tx: Tx, mails: readonly NoticeMail[]): Promise<void> {
  const rows = await chosenRows(tx, mails);
  if (rows.length > 0)
    tx.beforeCommit(() => whenSent(async (onSent) => void (await writeChosen(tx, rows, onSent))));
}

/** Without `kind` it always leaves, else the person's choice decides (docs/rules.md#mails). Returns its id, null if unwritten. */
export async function deliver(tx: Tx, mail: Mail | NoticeMail): Promise<number | null> {
  const [written] = isByChoice(mail)
    ? await writeChosen(tx, await chosenRows(tx, [mail]))
    : await write(tx, mail);
  return written?.id ?? null;
}
