import { useCallback, useEffect, useRef } from 'react';
import type { ListingState } from '../../server/search/rules';
import { cameBack, currentPath, historyEntry, pushAddress } from '../browser/history';
import { remember, restoreListing } from './scroll-restore';
import type { LoadedPages } from './use-pages';

interface Options {
  loaded: Pick<LoadedPages, 'latest' | 'load' | 'restore'>;
  /** The address of the state that the page was rendered with; undefined without props. */
  initialAddress: string | undefined;
  addressOf: (state: ListingState) => string;
  readState: (path: string) => ListingState;
}

/** Stores the listing under its history entry, restores it on Back, and adds entries for new states. */
export function useListingHistory({ loaded, initialAddress, addressOf, readState }: Options) {
  const { latest, load, restore } = loaded;
  // Stored in advance: when Back fires, the history already points to the other entry.
  const entry = useRef<string | null>(null);

  const store = useCallback(
    (scroll: number) => {
      const { pages } = latest.current;
      if (pages) remember(entry.current, pages, scroll);
    },
    [latest],
  );

  // After hydration with the server's state: restores what this history entry showed before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival alone
  useEffect(() => {
    const here = readState(currentPath());
    entry.current = historyEntry();
    const stored = cameBack() ? restoreListing(entry.current) : null;
    if (stored?.pages) {
      restore(here, stored.pages);
      scrollBackTo(stored.scroll);
    } else if (stored && stored.depth > 1) {
      void load(here, stored.depth).then(() => scrollBackTo(stored.scroll));
    } else if (addressOf(here) !== initialAddress) void load(here);
  }, []);

  useEffect(() => onLeave(store), [store]);

  return (state: ListingState) => {
    store(window.scrollY);
    void pushAddress(addressOf(state)).then(() => {
      entry.current = historyEntry();
    });
  };
}

function onLeave(store: (scroll: number) => void) {
  let scroll = window.scrollY;
  const onScroll = () => {
    scroll = window.scrollY;
  };
  const leave = () => store(scroll);
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('pagehide', leave);
  document.addEventListener('turbo:before-visit', leave);
  document.addEventListener('turbo:visit', leave);
  return () => {
    removeEventListener('scroll', onScroll);
    removeEventListener('pagehide', leave);
    document.removeEventListener('turbo:before-visit', leave);
    document.removeEventListener('turbo:visit', leave);
  };
}

/** Waits for the rows to be rendered. */
const scrollBackTo = (y: number) =>
  requestAnimationFrame(() => requestAnimationFrame(() => window.scrollTo(0, y)));
