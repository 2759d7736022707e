import type { ListingAnswer } from '../../server/products/contract';
import type { ListingState } from '../../server/search/rules';
import type { Pages } from './listing';
import { useListingHistory } from './use-listing-history';
import { useCounts, usePages } from './use-pages';

interface Source {
  initial: { state: ListingState; answer: ListingAnswer } | undefined;
  sellerId: number | undefined;
  addressOf: (state: ListingState) => string;
  readState: (path: string) => ListingState;
}

export interface Listing {
  state: ListingState;
  pages: Pages | null;
  /** A first page is loading; the shown one is outdated. */
  busy: boolean;
  loadingMore: boolean;
  failed: 'first' | 'more' | null;
  hasMore: boolean;
  change: (part: Partial<ListingState>) => void;
  more: () => void;
  retry: () => void;
  again: () => Promise<void>;
}

/** A listing with its state in the address: changes add history entries, and Back restores them. */
export function useListing({ initial, sellerId, addressOf, readState }: Source): Listing {
  const loaded = usePages(initial, () => readState(''), sellerId);
  const { state, pages, latest, loading, failed, load, loadMore } = loaded;
  useCounts(loaded, addressOf(state), sellerId);
  const pushState = useListingHistory({
    loaded,
    initialAddress: initial && addressOf(initial.state),
    addressOf,
    readState,
  });

  return {
    state,
    pages,
    busy: loading === 'first',
    loadingMore: loading === 'more',
    failed,
    hasMore: (pages?.answer.next_cursor ?? null) !== null,
    change: (part) => {
      const wanted = { ...latest.current.state, ...part };
      pushState(wanted);
      void load(wanted);
    },
    more: () => void loadMore(),
    again: () => load(latest.current.state),
    retry: () => void (failed === 'more' ? loadMore() : load(latest.current.state)),
  };
}
