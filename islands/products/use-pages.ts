import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type ListingAnswer, listProductsCall, searchProductsCall } from '../../server/products/contract';
import { type ListingState, searchOf } from '../../server/search/rules';
import { ApiError, call } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { firstPage, type Pages, withCounts, withNextPage } from './listing';

const MAX_RESTORED_PAGES = 40;

export interface LoadedPages {
  state: ListingState;
  pages: Pages | null;
  latest: RefObject<{ state: ListingState; pages: Pages | null }>;
  loading: 'first' | 'more' | null;
  /** What failed to load; the previous results stay visible. */
  failed: 'first' | 'more' | null;
  load: (state: ListingState, depth?: number) => Promise<void>;
  loadMore: () => Promise<void>;
  /** Shows pages that were loaded before, and ignores requests in progress. */
  restore: (state: ListingState, pages: Pages) => void;
  setPages: Dispatch<SetStateAction<Pages | null>>;
}

async function list(state: ListingState, sellerId: number | undefined, cursor?: string) {
  try {
    return await call(listProductsCall, {}, { ...searchOf(state, sellerId), ...(cursor && { cursor }) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) location.assign('/404');
    throw error;
  }
}

async function listDeep(state: ListingState, sellerId: number | undefined, depth: number) {
  let found = firstPage(await list(state, sellerId));
  while (found.pages < Math.min(depth, MAX_RESTORED_PAGES) && found.answer.next_cursor !== null)
    found = withNextPage(found, await list(state, sellerId, found.answer.next_cursor));
  return found;
}

/** The loaded pages of a listing; only the latest request counts. */
export function usePages(
  initial: { state: ListingState; answer: ListingAnswer } | undefined,
  initialState: () => ListingState,
  sellerId: number | undefined,
): LoadedPages {
  const [state, setState] = useState<ListingState>(() => initial?.state ?? initialState());
  const [pages, setPages] = useState<Pages | null>(initial ? firstPage(initial.answer) : null);
  const [loading, setLoading] = useState<LoadedPages['loading']>(null);
  const [failed, setFailed] = useState<LoadedPages['failed']>(null);
  const begin = useLatest();
  const latest = useRef({ state, pages });
  latest.current = { state, pages };

  const run = useCallback(
    async (what: 'first' | 'more', request: () => Promise<Pages>) => {
      const isLatest = begin();
      setLoading(what);
      try {
        const found = await request();
        if (!isLatest()) return;
        setPages(found);
        setLoading(null);
        setFailed(null);
      } catch {
        if (!isLatest()) return;
        setLoading(null);
        setFailed(what);
      }
    },
    [begin],
  );

  const load = useCallback(
    (wanted: ListingState, depth = 1) => {
      setState(wanted);
      setFailed(null);
      return run('first', () => listDeep(wanted, sellerId, depth));
    },
    [sellerId, run],
  );

  const loadMore = useCallback(async () => {
    const { state: wanted, pages: current } = latest.current;
    const cursor = current?.answer.next_cursor;
    if (!current || !cursor || loading) return;
    await run('more', async () => withNextPage(current, await list(wanted, sellerId, cursor)));
  }, [loading, sellerId, run]);

  const restore = useCallback(
    (previous: ListingState, shown: Pages) => {
      begin();
      setState(previous);
      setPages(shown);
      setLoading(null);
      setFailed(null);
    },
    [begin],
  );

  return { state, pages, latest, loading, failed, load, loadMore, restore, setPages };
}

export function useCounts(
  { state, loading, pages, setPages }: Pick<LoadedPages, 'state' | 'loading' | 'pages' | 'setPages'>,
  address: string,
  sellerId: number | undefined,
) {
  const isUncounted = pages?.answer.count === null && loading !== 'first';
  const begin = useLatest();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address represents the state
  useEffect(() => {
    const isLatest = begin();
    if (!isUncounted) return;
    call(searchProductsCall, {}, searchOf(state, sellerId)).then(
      (answer) => isLatest() && setPages((current) => current && withCounts(current, answer)),
      // Ignored: the next page or change retries.
      () => undefined,
    );
  }, [isUncounted, address, sellerId]);
}
