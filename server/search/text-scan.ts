import { setTimeout as pause } from 'node:timers/promises';
import type { SearchSource } from './beyond-text';
import type { Cards } from './cards';
import { PER_PAGE, type SearchQuery, type SearchResult, type UncountedResult } from './contract';
import type { IndexStore } from './index/index-store';
import { findFresh, productsAmong } from './index/match-caches';
import { matchesOf, testOf } from './index/matches';
import { orderOf, type Start, selectPage } from './index/pages';
import { newestOf, type Place, parseQuery, type Scope, writeCursor } from './query';

const MAX_WAIT_MS = 150;

/** `list` may return null. Counting continues, and a repeated query finds it in progress. */
export async function countedInTime<Card>(
  counted: Promise<SearchResult<Card>>,
  list: (late: AbortSignal) => Promise<UncountedResult<Card> | null>,
): Promise<SearchResult<Card> | UncountedResult<Card>> {
  const soon = await Promise.race([counted, pause(MAX_WAIT_MS, null, { ref: false })]);
  if (soon) return soon;
  const late = new AbortController();
  const first = await Promise.race([counted, list(late.signal)]);
  late.abort();
  return first ?? counted;
}

const NOT_COUNTED = {
  count: null,
  total_pages: null,
  category_counts: null,
  without_tags: null,
} as const;

const FIRST_CANDIDATES = 100;
const MAX_CANDIDATES = 3_200;

interface Sources extends SearchSource {
  readonly store: IndexStore;
}

/** Null if the words are too rare to find by scanning (counting is quick then), or if aborted. */
export async function listWithoutCounts<Card>(
  sources: Sources & { readonly cards: Pick<Cards<Card>, 'byIds'> },
  query: SearchQuery,
  late: AbortSignal,
): Promise<UncountedResult<Card> | null> {
  const { store, cards } = sources;
  const parsed = parseQuery(query);
  const { scope, start } = parsed;
  if (!scope?.words || scope.sellerId !== null || ('offset' in start && start.offset > 0)) return null;
  const { listings, found } = await findFresh(store, { ...parsed, scope: null });
  const newest = newestOf(listings);
  const { keyOf } = orderOf(listings, query.sort);
  const page = await scanForText(sources, scope, start, late, (from, most) =>
    selectPage(listings, matchesOf(listings, query, found), query.sort, from, most).map((id) => ({
      id,
      key: keyOf(id),
    })),
  );
  const last = page?.[PER_PAGE - 1];
  if (!page || !last || late.aborted) return null;
  const ids = page.slice(0, PER_PAGE).map(({ id }) => id);
  return {
    products: await cards.byIds(ids),
    ...NOT_COUNTED,
    next_cursor: writeCursor(query.sort, last),
    newest,
  };
}

/** A page plus one product, or null if too few turn up. */
async function scanForText(
  source: SearchSource,
  scope: Scope,
  start: Start,
  late: AbortSignal,
  candidates: (from: Start, most: number) => Place[],
): Promise<Place[] | null> {
  const page: Place[] = [];
  for (let most = FIRST_CANDIDATES, from = start; most <= MAX_CANDIDATES && !late.aborted; most *= 2) {
    const places = candidates(from, most);
    const ids = places.map(({ id }) => id);
    const matching = await withText(source, scope, ids);
    page.push(...places.filter(({ id }) => matching.has(id)));
    const last = places.at(-1);
    if (page.length > PER_PAGE) return page;
    if (!last || places.length < most) return null;
    from = last;
  }
  return null;
}

const withText = async (source: SearchSource, scope: Scope, ids: readonly number[]) =>
  new Set(await productsAmong(source, scope, ids));

/** In the given order, including everything committed before the call. Words are not corrected. For thousands of ids at most. */
export async function matchingAmong(
  sources: Sources,
  query: SearchQuery,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const parsed = parseQuery({ ...query, cursor: undefined });
  const { listings, found } = await findFresh(sources.store, { ...parsed, scope: null });
  const passes = testOf(listings, query, found);
  const candidates = ids.filter(passes);
  if (!parsed.scope || candidates.length === 0) return candidates;
  const inScope = await withText(sources, parsed.scope, candidates);
  return candidates.filter((id) => inScope.has(id));
}
