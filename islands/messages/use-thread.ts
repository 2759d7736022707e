import { useEffect, useState } from 'react';
import type { ThreadMessage } from '../../server/contract/thread-message';
import { listMessages, type MessageThread, markRead } from '../../server/messages/contract';
import { type OfferHistoryEntry, showOffer } from '../../server/offers/contract';
import { call } from '../browser/api';
import { useChannel } from '../live/cable';

export interface ThreadState {
  messages: readonly ThreadMessage[];
  history: readonly OfferHistoryEntry[];
  hasEarlier: boolean;
  canWrite: boolean;
  closedReason: string | null;
}

/** Later reads win, as a message may have been hidden or paid for since. */
function merge(known: readonly ThreadMessage[], read: readonly ThreadMessage[]): ThreadMessage[] {
  const byId = new Map([...known, ...read].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** The id of the first message that was unread when the thread was opened; null without one. */
const firstUnread = (messages: readonly ThreadMessage[], unread: number) =>
  unread === 0 ? null : (messages.filter(({ mine }) => !mine).at(-unread)?.id ?? null);

export function useThread(offerId: number, side: 'buyer' | 'seller' | 'staff', unread: number) {
  const [state, setState] = useState<ThreadState | null>(null);
  const [failed, setFailed] = useState(false);
  // undefined until the first read.
  const [newFrom, setNewFrom] = useState<number | null | undefined>(undefined);

  const keep = (read: MessageThread, isEarlier = false) =>
    setState((known) => ({
      messages: merge(known?.messages ?? [], read.messages),
      history: known?.history ?? [],
      hasEarlier: isEarlier || !known ? read.has_more : known.hasEarlier,
      canWrite: read.can_write,
      closedReason: read.closed_reason,
    }));

  async function refetch() {
    try {
      const offer = call(showOffer, { id: offerId });
      const read = await call(listMessages, { id: offerId });
      setFailed(false);
      setNewFrom((from) => (from === undefined ? firstUnread(read.messages, unread) : from));
      keep(read);
      const { history } = (await offer).data.attributes;
      setState((known) => known && { ...known, history });
      const last = read.messages.at(-1);
      if (last && side !== 'staff' && !document.hidden)
        await call(markRead, { id: offerId }, { last_id: last.id }).catch(() => undefined);
    } catch {
      setFailed(true);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, afterwards the channel asks
  useEffect(() => void refetch(), [offerId]);
  useChannel('OffersChannel', refetch);

  return {
    state,
    failed,
    newFrom,
    refetch,
    add: (message: ThreadMessage) =>
      setState((known) => known && { ...known, messages: merge(known.messages, [message]) }),
    loadEarlier: async () => {
      const before = state?.messages[0]?.id;
      keep(await call(listMessages, { id: offerId }, undefined, { before }), true);
    },
  };
}

export type ThreadSource = ReturnType<typeof useThread>;
