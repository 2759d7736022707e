import { useEffect, useRef, useState } from 'react';
import type { ThreadMessage } from '../../server/contract/thread-message';
import { listMessages, type MessageThread, markRead } from '../../server/messages/contract';
import { type OfferHistoryEntry, showOffer } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { useChannel } from '../live/cable';
import { markReadInAllTabs } from '../offers/read-marks';

interface ThreadState {
  messages: readonly ThreadMessage[];
  history: readonly OfferHistoryEntry[];
  hasEarlier: boolean;
  canWrite: boolean;
  masksContacts: boolean;
  closedReason: string | null;
}

/** Later reads win, as a message may have been hidden or paid for since. */
function merge(known: readonly ThreadMessage[], read: readonly ThreadMessage[]): ThreadMessage[] {
  const byId = new Map([...known, ...read].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** More came than one read brings, such as after a lost connection: between both, messages are missing. */
const isApart = (known: readonly ThreadMessage[], { messages, has_more }: MessageThread) =>
  has_more && (messages[0]?.id ?? 0) > (known.at(-1)?.id ?? 0);

function withRead(known: ThreadState | null, read: MessageThread, isEarlier: boolean): ThreadState {
  const isFresh = !known || (!isEarlier && isApart(known.messages, read));
  return {
    messages: isFresh ? [...read.messages] : merge(known.messages, read.messages),
    history: known?.history ?? [],
    hasEarlier: isEarlier || isFresh ? read.has_more : known.hasEarlier,
    canWrite: read.can_write,
    masksContacts: read.masks_contacts,
    closedReason: read.closed_reason,
  };
}

type ThreadSide = 'buyer' | 'seller' | 'staff';

/** The id of the first message that was unread when the thread was opened; null without one. */
function firstUnread(messages: readonly ThreadMessage[], viewer: ThreadSide, unread: number): number | null {
  if (unread === 0) return null;
  const theirs = messages.filter(({ side, hidden }) => side !== viewer && !hidden);
  return (theirs.at(-unread) ?? theirs[0])?.id ?? null;
}

/** Reads what is current when the tab is shown again. */
function useWhenShown(read: () => Promise<void>, offerId: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per thread
  useEffect(() => {
    const shown = () => void (document.hidden || read());
    document.addEventListener('visibilitychange', shown);
    return () => document.removeEventListener('visibilitychange', shown);
  }, [offerId]);
}

export function useThread(offerId: number, side: ThreadSide, unread: number) {
  const [state, setState] = useState<ThreadState | null>(null);
  const [failed, setFailed] = useState(false);
  const { busy: isLoadingEarlier, run } = useAct({
    onError: () => notify('error', 'Earlier messages could not be loaded. Try again.'),
  });
  // undefined until the first read.
  const [newFrom, setNewFrom] = useState<number | null | undefined>(undefined);
  const [arrived, setArrived] = useState<ThreadMessage | null>(null);
  const lastId = useRef<number | null>(null);

  const keep = (read: MessageThread, isEarlier = false) =>
    setState((known) => withRead(known, read, isEarlier));

  /** What came while the thread is open is said once to screen readers. */
  function noteArrival(last: ThreadMessage | undefined) {
    const known = lastId.current;
    lastId.current = Math.max(last?.id ?? 0, known ?? 0);
    if (known !== null && last && last.id > known && !last.mine) setArrived(last);
  }

  async function read() {
    const last = lastId.current;
    if (!last || side === 'staff' || document.hidden) return;
    await call(markRead, { id: offerId }, { last_id: last }).then(
      () => markReadInAllTabs(offerId, last),
      () => undefined,
    );
  }

  async function refetch() {
    try {
      const [thread, offer] = await Promise.all([
        call(listMessages, { id: offerId }),
        call(showOffer, { id: offerId }),
      ]);
      setFailed(false);
      setNewFrom((from) => (from === undefined ? firstUnread(thread.messages, side, unread) : from));
      keep(thread);
      const { history } = offer.data.attributes;
      setState((known) => known && { ...known, history });
      noteArrival(thread.messages.at(-1));
      await read();
    } catch {
      setFailed(true);
    }
  }

  const loadEarlier = () =>
    run(async () => {
      const before = state?.messages[0]?.id;
      keep(await call(listMessages, { id: offerId }, undefined, { before }), true);
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, afterwards the channel asks
  useEffect(() => void refetch(), [offerId]);
  useChannel('OffersChannel', refetch);
  useWhenShown(read, offerId);

  return {
    state,
    failed,
    newFrom,
    arrived,
    isLoadingEarlier,
    refetch,
    loadEarlier,
    add: (message: ThreadMessage) =>
      setState((known) => known && { ...known, messages: merge(known.messages, [message]) }),
  };
}

export type ThreadSource = ReturnType<typeof useThread>;
