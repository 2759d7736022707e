import { statement } from '../../db/sql';
import type { MessageRow, OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { tradeContacts } from '../accounts/trade-contacts';
import type { Config } from '../config/config';
import { MESSAGE_ACTS, type MessageAct } from '../contract/thread-message';
import { enqueue } from '../jobs/job';
import type { OfferMove } from '../offers/mailer';
import { mailUnread } from './jobs';
import { maskContacts } from './masking';
import { codesOf } from './queries';

export type MessageConfig = Pick<Config, 'appUrl' | 'waits'>;

export interface NewMessage extends Pick<MessageRow, 'side' | 'user_id' | 'act' | 'body'> {
  readonly historyId?: bigint | undefined;
  readonly clientKey?: string | undefined;
}

const insert = statement<{ id: bigint }>(
  'write message',
  `insert into messages (offer_id, side, user_id, act, history_id, body, masked_body, client_key)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
);

type Thread = Pick<OfferRow, 'id' | 'buyer_id' | 'seller_id'>;

/** Needs the offer's lock: the ids of a thread grow with its commits, so read marks miss none. */
export async function writeMessage(tx: Tx, offer: Thread, message: NewMessage, config: MessageConfig) {
  const { side, user_id, act, body, historyId = null, clientKey = null } = message;
  const host = new URL(config.appUrl).hostname;
  const masked = maskContacts(body, { codes: await codesOf(tx, offer.id), host });
  const [written] = await insert(tx, [offer.id, side, user_id, act, historyId, body, masked, clientKey]);
  if (!written) throw new Error('The message was not written');
  // The mails of other acts carry their texts.
  if (act === null || act === 'accept')
    await remindLater(tx, offer, { id: Number(written.id), side }, config);
  return written.id;
}

async function remindLater(
  tx: Tx,
  offer: Thread,
  { id: message_id, side }: { id: number; side: MessageRow['side'] },
  { waits }: MessageConfig,
) {
  const runAt = new Date(tx.databaseClock.now().getTime() + waits.unreadMessages);
  const people = await tradeContacts(tx, { ...offer, offer_id: offer.id });
  for (const { id: user_id } of people.filter((person) => person.side !== side))
    await enqueue(tx, mailUnread, { message_id, user_id }, { runAt });
}

const isAct = (event: string): event is MessageAct => (MESSAGE_ACTS as readonly string[]).includes(event);

/** The note of an act is a message of its thread, in the act's transaction. */
export const recordNote =
  (config: MessageConfig) =>
  async (tx: Tx, offer: OfferRow, { event, by, note, historyId }: OfferMove) => {
    const { actor: side, userId: user_id } = by;
    if (!note || historyId === undefined || !user_id || !isAct(event)) return;
    if (side !== 'buyer' && side !== 'seller') return;
    await writeMessage(tx, offer, { side, user_id, act: event, body: note, historyId }, config);
  };
