import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ThreadSummary } from '../../server/contract/thread-message';
import { createStore, pageValue } from '../browser/store';

interface ReadMark {
  offerId: number;
  lastId: number;
}

/** The newest message that this browser's person has read in each thread, in any tab. */
function openReadMarks() {
  const marks = createStore<ReadonlyMap<number, number>>(new Map());
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('messages read');
  const keep = ({ offerId, lastId }: ReadMark) => {
    if (lastId > (marks.get().get(offerId) ?? 0)) marks.set(new Map([...marks.get(), [offerId, lastId]]));
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<ReadMark>) => keep(data));
  return {
    ...marks,
    add(mark: ReadMark) {
      keep(mark);
      channel?.postMessage(mark);
    },
  };
}

const readMarks = () => pageValue('read marks', openReadMarks);

export const markReadInAllTabs = (offerId: number, lastId: number) => readMarks().add({ offerId, lastId });

const subscribe = (listener: () => void) => readMarks().subscribe(listener);

const useReadMark = (offerId: number): number =>
  useSyncExternalStore(
    subscribe,
    () => readMarks().get().get(offerId) ?? 0,
    () => 0,
  );

type Summary = Pick<ThreadSummary, 'last_message' | 'unread_messages'>;

/** Reading is no event, so the summary may still count what was shown here or in another tab. */
export function useUnread(
  offerId: number,
  { last_message: last, unread_messages }: Summary,
  isShown: boolean,
): number {
  const readId = useReadMark(offerId);
  const [seenId, setSeenId] = useState(0);
  const lastId = last?.id ?? 0;
  useEffect(() => {
    if (isShown) setSeenId(lastId);
  }, [isShown, lastId]);
  return isShown || lastId <= Math.max(seenId, readId) ? 0 : unread_messages;
}
