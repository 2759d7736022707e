import type { Db } from '../../db/connection';
import type { Cards } from './cards';
import { PER_PAGE, type SearchQuery, type Uncounted } from './contract';
import { unpackedList } from './index/id-collection';
import { findFresh, type IndexStore } from './index/index-store';
import type { Scope } from './index/match-caches';
import { matchesOf } from './index/matches';
import { orderOf, type Start, selectPage } from './index/pages';
import { productsWith } from './index/queries';
import { newestOf, type Place, parseQuery, writeCursor } from './query';

const FIRST_CANDIDATES = 100;
const MAX_CANDIDATES = 3_200;

const NOT_COUNTED = { count: null, total_pages: null, category_counts: null, without_tags: null } as const;

export interface UncountedResult<Card> extends Uncounted {
  products: Card[];
}

interface Sources<Card> {
  readonly db: Db;
  readonly index: IndexStore;
  readonly cards: Pick<Cards<Card>, 'byIds'>;
}

/** Null if the words are too rare to find by scanning (counting is quick then), or if aborted. */
export async function listWithoutCounts<Card>(
  { db, index, cards }: Sources<Card>,
  query: SearchQuery,
  late: AbortSignal,
): Promise<UncountedResult<Card> | null> {
  const parsed = parseQuery(query);
  const { scope, start } = parsed;
  if (!scope?.words || scope.sellerId !== null || ('offset' in start && start.offset > 0)) return null;
  const { listings, found } = await findFresh(index, { ...parsed, scope: null });
  const newest = newestOf(listings);
  const { keyOf } = orderOf(listings, query.sort);
  const page = await scanForText(db, scope, start, late, (from, most) =>
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
  db: Db,
  scope: Scope,
  start: Start,
  late: AbortSignal,
  candidates: (from: Start, most: number) => Place[],
): Promise<Place[] | null> {
  const page: Place[] = [];
  for (let most = FIRST_CANDIDATES, from = start; most <= MAX_CANDIDATES && !late.aborted; most *= 2) {
    const places = candidates(from, most);
    const ids = places.map(({ id }) => id);
    const matching = new Set(unpackedList(await productsWith(db, scope, ids)));
    page.push(...places.filter(({ id }) => matching.has(id)));
    const last = places.at(-1);
    if (page.length > PER_PAGE) return page;
    if (!last || places.length < most) return null;
    from = last;
  }
  return null;
}
