import { useSyncExternalStore } from 'react';
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

export const useReadMark = (offerId: number): number =>
  useSyncExternalStore(
    subscribe,
    () => readMarks().get().get(offerId) ?? 0,
    () => 0,
  );
