import { idsOf } from '../../db/rows';
import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { object } from '../contract/fields';
import { MESSAGE_ACTS, type MessageAct } from '../contract/thread-message';
import { backfillNext, partOf } from '../jobs/backfill';
import { job } from '../jobs/job';
import { maskContacts } from './masking';
import { codesOf, LAST_EARLIER_ID } from './queries';

const NOTES_PER_TRANSACTION = 500;

interface EarlierNote {
  id: bigint;
  offer_id: number;
  side: 'buyer' | 'seller';
  user_id: number;
  act: MessageAct;
  body: string;
  at: Date;
}

const next = statement<EarlierNote>(
  'notes without a message',
  `select history.id, history.offer_id, history.actor as side, history.event as act, trim(history.note) as body,
          history.at, coalesce(history.user_id, person.id) as user_id
     from offer_history history
     join offers on offers.id = history.offer_id
     join lateral (select min(users.id) as id from users
                    where case history.actor when 'buyer' then users.buyer_id = offers.buyer_id
                                             else users.seller_id = offers.seller_id end) as person on true
    where history.id > $1 and history.id <= ${LAST_EARLIER_ID}
      and trim(history.note) <> '' and history.actor in ('buyer', 'seller') and history.event = any($2)
      and not exists (select from messages where messages.history_id = history.id)
      and coalesce(history.user_id, person.id) is not null
    order by history.id limit ${NOTES_PER_TRANSACTION}`,
);

const insert = statement(
  'write the message of a note',
  `insert into messages (id, offer_id, side, user_id, act, history_id, body, masked_body, created_at)
   overriding system value values ($1, $2, $3, $4, $5, $1, $6, $7, $8) on conflict do nothing`,
);

/** Their ids are those of the history, below all others: they come first in their threads and are never unread. */
async function writeAfter(tx: Tx, after: bigint, host: string) {
  const notes = await next(tx, [after, [...MESSAGE_ACTS]]);
  for (const { id, offer_id, side, user_id, act, body, at } of notes) {
    const masked = maskContacts(body, { codes: await codesOf(tx, offer_id), host });
    await insert(tx, [id, offer_id, side, user_id, act, body, masked, at]);
  }
  return partOf(idsOf(notes));
}

const hostOf = ({ appUrl }: Pick<Config, 'appUrl'>) => new URL(appUrl).hostname;

/** Notes of acts from before the messages become messages. Goes on where it was cut off. */
export const backfillNotes = job('backfill-notes', object({}), async ({ transaction, config }) => {
  const host = hostOf(config);
  const notes = {
    table: 'message_backfill' as const,
    limit: NOTES_PER_TRANSACTION,
    fill: (tx: Tx, after: bigint) => writeAfter(tx, after, host),
  };
  while ((await transaction((tx) => backfillNext(tx, notes))) === NOTES_PER_TRANSACTION);
});
