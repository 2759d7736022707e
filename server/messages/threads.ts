import type { Person } from '../accounts/policy';
import type { Config } from '../config/config';
import { NO_MESSAGES, type ThreadSummary } from '../contract/thread-message';
import type { LoadThreads } from '../offers/serializer';
import type { OrderPart } from '../orders/extras';
import { latestMessages } from './queries';
import { messageDocument, noteFor } from './serializer';

type Brand = Pick<Config, 'brandName'>;

type Latest = Awaited<ReturnType<typeof latestMessages>>;

function summaries(latest: Latest, viewer: Person, brand: Brand) {
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

/** What offers show of their threads, by one query for a whole list. */
export const offerThreads =
  (brand: Brand): LoadThreads =>
  async (db, offerIds, viewer, onSent) => {
    const latest = await latestMessages(db, offerIds, viewer, { withNotes: true, onSent });
    const notes = latest.flatMap(({ changed_notes, is_open }) =>
      (changed_notes ?? []).map((note) => [note.history_id, noteFor(viewer, note, is_open, brand)] as const),
    );
    const noteOf = new Map(notes);
    return { summaryOf: summaries(latest, viewer, brand), noteOf: (id) => noteOf.get(String(id)) };
  };

export const messagesPart =
  (brand: Brand): OrderPart =>
  async (db, orders, viewer) => {
    const offerOf = new Map(orders.map(({ id, offer_id }) => [id, offer_id]));
    const latest = await latestMessages(db, [...offerOf.values()], viewer, { withNotes: false });
    const summaryOf = summaries(latest, viewer, brand);
    return (orderId) => ({ thread: summaryOf(offerOf.get(orderId) ?? 0) });
  };
