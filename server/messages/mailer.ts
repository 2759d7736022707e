import type { Tx } from '../../db/transaction';
import { tradeContacts } from '../accounts/trade-contacts';
import { shorten } from '../mail/compose';
import { mailTime, subjectWith } from '../mail/lines';
import { deliver } from '../mail/mailer';
import { type MessageWithNames, messageById, unreadMessages } from './queries';
import { messageDocument } from './serializer';

const MAX_SHOWN = 5;
const MAX_PREVIEW = 120;

const threadOf = (tx: Tx, offerId: number) =>
  tx('offers')
    .leftJoin('purchase_orders', 'purchase_orders.offer_id', 'offers.id')
    .where('offers.id', offerId)
    .first(
      'offers.id',
      'offer_number',
      'offers.buyer_id',
      'offers.seller_id',
      'purchase_orders.id as order_id',
    );

type Thread = NonNullable<Awaited<ReturnType<typeof threadOf>>>;

/** The message's reader, while the message is unread and they still trade. */
async function findReader(tx: Tx, thread: Thread, message: MessageWithNames, userId: number) {
  const people = await tradeContacts(tx, { ...thread, offer_id: thread.id });
  return people.find(({ id, side, status }) => id === userId && side !== message.side && status !== 'denied');
}

/** Once per thread and reader until they read: the key names the first message that is unread. */
export async function sendUnreadMail(tx: Tx, messageId: number, userId: number) {
  const message = await messageById(tx, messageId);
  const thread = message && (await threadOf(tx, message.offer_id));
  const person = thread && (await findReader(tx, thread, message, userId));
  if (!person) return;
  const unread = await unreadMessages(tx, thread.id, { id: userId, kind: person.side });
  const [first] = unread;
  if (!first || !unread.some(({ id }) => id === message.id)) return;
  const texts = unread.slice(-MAX_SHOWN).map((row) => ({
    ...messageDocument(row, { id: userId, kind: person.side }, tx.config),
    at: mailTime(row.created_at, person.zone),
  }));
  const from = texts[0]?.name ?? '';
  await deliver(tx, {
    kind: 'offers',
    userId,
    to: person.email,
    subject: subjectWith(from, (name) => `New message from ${name} about ${thread.offer_number}`),
    view: 'new_messages',
    eventKey: `messages:${thread.id}:${first.id}:${userId}`,
    locals: {
      name: person.full_name,
      from,
      offerNumber: thread.offer_number,
      texts,
      earlier: unread.length - texts.length,
      preview: shorten(texts.at(-1)?.body ?? '', MAX_PREVIEW),
      path: thread.order_id ? `/my_orders?order=${thread.order_id}` : `/my_offers?offer=${thread.id}`,
      why: `${person[`${person.side}_name`]} is the ${person.side} in ${thread.offer_number}`,
    },
  });
}
