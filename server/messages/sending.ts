import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { Conflict, Invalid, TooMany } from '../http/errors';
import { rateLimits } from '../http/rate-limits';
import { broadcastOffer } from '../offers/channel';
import { lockOffer } from '../offers/offer';
import type { Party } from '../offers/policy';
import type { Services } from '../services';
import { writeMessage } from './message';
import { closedReason, orderOfThread } from './policy';
import { messageById, messageOfKey } from './queries';

type MessageServices = Pick<Services, 'transaction' | 'config'>;

const { messages: PER_DAY, 'messages-in-thread': IN_THREAD } = rateLimits;

const lockPerson = statement(
  'lock messages of person',
  `select pg_advisory_xact_lock(hashtext('messages'), $1)`,
);

const countSent = statement<{ thread: number; all: number; oldest: Date | null; oldest_here: Date | null }>(
  'messages sent by person',
  `select count(*)::int as all, min(created_at) as oldest,
          count(*) filter (where recent)::int as thread,
          min(created_at) filter (where recent) as oldest_here
     from (select created_at, offer_id = $2 and created_at > now() - $3 * interval '1 second' as recent
             from messages
            where user_id = $1 and act is null and created_at > now() - $4 * interval '1 second') as sent`,
);

const secondsUntil = (oldest: Date | null, windowSeconds: number, now: Date) =>
  Math.max(1, Math.ceil(((oldest ?? now).getTime() - now.getTime()) / 1_000 + windowSeconds));

/** Counts what is stored, so that a repeat never counts. Throws 429. */
async function requireWithinLimits(tx: Tx, userId: number, offerId: number) {
  await lockPerson(tx, [userId]);
  const [sent] = await countSent(tx, [userId, offerId, IN_THREAD.seconds, PER_DAY.seconds]);
  if (!sent) return;
  const now = tx.databaseClock.now();
  if (sent.thread >= IN_THREAD.points) throw TooMany(secondsUntil(sent.oldest_here, IN_THREAD.seconds, now));
  if (sent.all >= PER_DAY.points) throw TooMany(secondsUntil(sent.oldest, PER_DAY.seconds, now));
}

interface Sent {
  readonly body: string;
  readonly clientKey: string | undefined;
}

/** The key's first message, if this is a repeat. Throws 422 where it went to another thread. */
async function findRepeat(tx: Tx, viewer: Party, offerId: number, { clientKey }: Sent) {
  if (!clientKey) return null;
  const first = await messageOfKey(tx, viewer.id, clientKey);
  if (first && first.offer_id !== offerId) throw Invalid('Send each message with a key of its own');
  return first ?? null;
}

/** `isNew` is false for the repeat of a key. Throws Conflict where the thread takes no messages, and 429. */
export const sendMessage = (
  { transaction, config }: MessageServices,
  viewer: Party,
  offerId: number,
  sent: Sent,
) =>
  transaction(async (tx) => {
    const offer = await lockOffer(tx, offerId);
    const first = await findRepeat(tx, viewer, offerId, sent);
    if (first) return { message: first, isNew: false };
    const reason = closedReason(offer, await orderOfThread(tx, offerId), tx.databaseClock.now());
    if (reason) throw Conflict(reason);
    if (config.rateLimits) await requireWithinLimits(tx, viewer.id, offerId);
    const id = await writeMessage(
      tx,
      offer,
      { side: viewer.kind, user_id: viewer.id, act: null, ...sent },
      config,
    );
    broadcastOffer(tx, offer, 'message');
    const message = await messageById(tx, id);
    if (!message) throw new Error('The message was not written');
    return { message, isNew: true };
  });

const saveMark = statement(
  'mark messages read',
  `insert into message_reads as mark (offer_id, user_id, last_read_id)
   select $1, $2, max(id) from messages where offer_id = $1 and id <= $3 having max(id) is not null
       on conflict (offer_id, user_id) do update
      set last_read_id = greatest(mark.last_read_id, excluded.last_read_id)`,
);

/** Never moves back, and never beyond the thread's newest message. */
export const markRead = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Party,
  offerId: number,
  lastId: number,
) => transaction(async (tx) => void (await saveMark(tx, [offerId, viewer.id, lastId])));
