import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListingAnswer } from '../../server/products/contract';
import { listProductsCall, searchProductsCall } from '../../server/products/contract';
import { type ListingState, searchOf } from '../../server/search/address-contract';
import { ApiError, call } from '../browser/api';
import { cameBack, currentPath, historyEntry, pushAddress } from '../browser/history';
import { firstPage, type Pages, withCounts, withNextPage } from './listing';
import { remember, restoreListing } from './scroll-restore';

interface Source {
  /** The props of the page; undefined on a page without them. */
  initial: { state: ListingState; answer: ListingAnswer } | undefined;
  sellerId: number | undefined;
  /** Conversions between a state and its address. */
  addressOf: (state: ListingState) => string;
  readState: (path: string) => ListingState;
}

export interface Listing {
  state: ListingState;
  pages: Pages | null;
  /** A first page is loading; the shown one is outdated. */
  busy: boolean;
  loadingMore: boolean;
  /** What failed to load; the previous results stay visible. */
  failed: 'first' | 'more' | null;
  hasMore: boolean;
  change: (part: Partial<ListingState>) => void;
  more: () => void;
  retry: () => void;
  /** Reloads from the first page. */
  again: () => Promise<void>;
}

const MAX_PAGES_AGAIN = 40;

async function list(state: ListingState, sellerId: number | undefined, cursor?: string) {
  try {
    return await call(listProductsCall, {}, { ...searchOf(state, sellerId), ...(cursor && { cursor }) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) location.assign('/404');
    throw error;
  }
}

/** A listing with its state in the address: changes add history entries, and Back restores them. */
export function useListing({ initial, sellerId, addressOf, readState }: Source): Listing {
  const [state, setState] = useState<ListingState>(() => initial?.state ?? readState(''));
  const [pages, setPages] = useState<Pages | null>(initial ? firstPage(initial.answer) : null);
  const [doing, setDoing] = useState<'nothing' | 'first' | 'more'>('nothing');
  const [failed, setFailed] = useState<'first' | 'more' | null>(null);
  // Only the latest request counts.
  const turn = useRef(0);
  const now = useRef({ state, pages });
  // Stored in advance: when Back fires, the history already points to the other entry.
  const entry = useRef<string | null>(null);
  now.current = { state, pages };

  const show = useCallback((next: Pages) => {
    setPages(next);
    setDoing('nothing');
    setFailed(null);
  }, []);
  const fail = useCallback((what: 'first' | 'more') => {
    setDoing('nothing');
    setFailed(what);
  }, []);

  const load = useCallback(
    async (wanted: ListingState, depth = 1) => {
      const mine = ++turn.current;
      setState(wanted);
      setDoing('first');
      setFailed(null);
      try {
        let found = firstPage(await list(wanted, sellerId));
        while (found.pages < Math.min(depth, MAX_PAGES_AGAIN) && found.answer.next_cursor !== null)
          found = withNextPage(found, await list(wanted, sellerId, found.answer.next_cursor));
        if (mine === turn.current) show(found);
      } catch {
        if (mine === turn.current) fail('first');
      }
    },
    [sellerId, show, fail],
  );

  // Slow counts arrive after the products.
  const isUncounted = pages?.answer.count === null && doing !== 'first';
  const address = addressOf(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says the state
  useEffect(() => {
    if (!isUncounted) return;
    let wanted = true;
    call(searchProductsCall, {}, searchOf(state, sellerId)).then(
      (answer) => wanted && setPages((known) => known && withCounts(known, answer)),
      // Ignored: the next page or change retries.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [isUncounted, address, sellerId]);

  const more = useCallback(async () => {
    const { state: wanted, pages: known } = now.current;
    if (!known?.answer.next_cursor || doing === 'more' || doing === 'first') return;
    const mine = ++turn.current;
    setDoing('more');
    try {
      const next = withNextPage(known, await list(wanted, sellerId, known.answer.next_cursor));
      if (mine === turn.current) show(next);
    } catch {
      if (mine === turn.current) fail('more');
    }
  }, [doing, sellerId, show, fail]);

  // After hydration with the server's state: restores what this history entry showed before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival alone
  useEffect(() => {
    const here = readState(currentPath());
    entry.current = historyEntry();
    const left = cameBack() ? restoreListing(entry.current) : null;
    if (left?.pages) {
      turn.current++;
      setState(here);
      show(left.pages);
      scrollBackTo(left.scroll);
    } else if (left && left.depth > 1) {
      void load(here, left.depth).then(() => scrollBackTo(left.scroll));
    } else if (!initial || addressOf(here) !== addressOf(initial.state)) void load(here);
  }, []);

  useEffect(() => {
    const keep = () => {
      const { pages: shown } = now.current;
      if (shown) remember(entry.current, shown, scroll);
    };
    let scroll = window.scrollY;
    const scrolled = () => {
      scroll = window.scrollY;
    };
    addEventListener('scroll', scrolled, { passive: true });
    addEventListener('pagehide', keep);
    document.addEventListener('turbo:before-visit', keep);
    document.addEventListener('turbo:visit', keep);
    return () => {
      removeEventListener('scroll', scrolled);
      removeEventListener('pagehide', keep);
      document.removeEventListener('turbo:before-visit', keep);
      document.removeEventListener('turbo:visit', keep);
    };
  }, []);

  const change = (part: Partial<ListingState>) => {
    const wanted = { ...now.current.state, ...part };
    const { pages: shown } = now.current;
    if (shown) remember(entry.current, shown, window.scrollY);
    void pushAddress(addressOf(wanted)).then(() => {
      entry.current = historyEntry();
    });
    void load(wanted);
  };

  return {
    state,
    pages,
    busy: doing === 'first',
    loadingMore: doing === 'more',
    failed,
    hasMore: (pages?.answer.next_cursor ?? null) !== null,
    change,
    more: () => void more(),
    again: () => load(now.current.state),
    retry: () => void (failed === 'more' ? more() : load(now.current.state)),
  };
}

/** Waits for the rows to be rendered. */
const scrollBackTo = (y: number) =>
  requestAnimationFrame(() => requestAnimationFrame(() => window.scrollTo(0, y)));
