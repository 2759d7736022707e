import type { Knex } from 'knex';
import type { Person } from '../accounts/policy';
import type { Config } from '../config/config';
import { NO_MESSAGES, type ThreadSummary } from '../contract/thread-message';
import type { LoadThreads } from '../offers/serializer';
import type { OrderPart } from '../orders/extras';
import { changedNotes, latestMessages } from './queries';
import { messageDocument, noteFor } from './serializer';

type Brand = Pick<Config, 'brandName'>;

async function summaries(db: Knex, offerIds: readonly number[], viewer: Person, brand: Brand) {
  const latest = await latestMessages(db, offerIds, viewer);
  const lastOf = new Map(latest.map((message) => [message.offer_id, message]));
  return (offerId: number): ThreadSummary => {
    const last = lastOf.get(offerId);
    if (!last) return NO_MESSAGES;
    const { message_count, unread_count } = last;
    return {
      last_message: messageDocument(last, viewer, brand),
      message_count,
      unread_messages: unread_count,
    };
  };
}

/** What offers show of their threads, by two queries for a whole list. */
export const offerThreads =
  (brand: Brand): LoadThreads =>
  async (db, offerIds, viewer) => {
    const [summaryOf, changed] = await Promise.all([
      summaries(db, offerIds, viewer, brand),
      changedNotes(db, offerIds),
    ]);
    const noteOf = new Map(changed.map((note) => [note.history_id, noteFor(viewer, note, brand)]));
    return { summaryOf, noteOf: (historyId) => noteOf.get(historyId) };
  };

export const messagesPart =
  (brand: Brand): OrderPart =>
  async (db, orders, viewer) => {
    const offerOf = new Map(orders.map(({ id, offer_id }) => [id, offer_id]));
    const summaryOf = await summaries(db, [...offerOf.values()], viewer, brand);
    return (orderId) => ({ thread: summaryOf(offerOf.get(orderId) ?? 0) });
  };
