import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/connection';
import { type CardRow, cardsOf } from './cards';
import { PER_PAGE, type SearchQuery, type Uncounted } from './contract';
import { type Place, writeCursor } from './cursor';
import { unpackedList } from './index/id-encoding';
import { listingsOf } from './index/index-store';
import { matchesOf } from './index/matches';
import { orderOf, type Start, selectPage } from './index/pages';
import type { Scope } from './index/text-cache';
import { findFor, readQuestion } from './query';
import { newestOf, type SearchResult, searchProducts } from './search';
import { productsWith } from './text';

/** How long a page waits for the counts before it goes out without them. */
const PATIENCE_MS = 150;
/** Candidates checked for their words; doubles each round up to the maximum. */
const FIRST_LOOK = 100;
const MAX_AT_ONCE = 3_200;

export interface UncountedResult extends Uncounted {
  products: readonly CardRow[];
}

/**
 * Like a search, but leaves the counts out if they are slow. The search continues, so a repeated query finds it in
 * progress or cached.
 */
export async function listProducts(db: Db, query: SearchQuery): Promise<SearchResult | UncountedResult> {
  const counted = searchProducts(db, query);
  const soon = await Promise.race([counted, pause(PATIENCE_MS, null, { ref: false })]);
  if (soon) return soon;
  const late = new AbortController();
  const page = listWithoutCounts(db, query, late.signal);
  const first = await Promise.race([counted, page]);
  late.abort();
  return first ?? counted;
}

/** Returns null if the words are too rare to find by scanning (counting is quick then), or if aborted. */
export async function listWithoutCounts(
  db: Db,
  query: SearchQuery,
  late: AbortSignal,
): Promise<UncountedResult | null> {
  const question = readQuestion(query);
  const { scope, start } = question;
  if (!scope?.words || scope.sellerId !== null || ('offset' in start && start.offset > 0)) return null;
  const { known } = listingsOf(db);
  const fresh = listingsOf(db).fresh();
  const [index, found] = await Promise.all([fresh, findFor(db, { ...question, scope: null }, known, fresh)]);
  const newest = newestOf(index);
  const { keyOf } = orderOf(index, query.sort);
  const page = await scanForText(db, scope, start, late, (from, most) =>
    selectPage(index, matchesOf(index, query, found), query.sort, from, most).map((id) => ({
      id,
      key: keyOf(id),
    })),
  );
  const last = page?.[PER_PAGE - 1];
  if (!page || !last || late.aborted) return null;
  return {
    products: await cardsOf(
      db,
      page.slice(0, PER_PAGE).map(({ id }) => id),
    ),
    count: null,
    total_pages: null,
    category_counts: null,
    without_tags: null,
    next_cursor: writeCursor(query.sort, last),
    newest,
  };
}

/** Returns a page plus one product with the words, or null if too few turn up. */
async function scanForText(
  db: Db,
  scope: Scope,
  start: Start,
  late: AbortSignal,
  candidates: (from: Start, most: number) => Place[],
): Promise<Place[] | null> {
  const page: Place[] = [];
  for (let most = FIRST_LOOK, from = start; most <= MAX_AT_ONCE && !late.aborted; most *= 2) {
    const places = candidates(from, most);
    const having = new Set(
      unpackedList(
        await productsWith(
          db,
          scope,
          places.map(({ id }) => id),
        ),
      ),
    );
    page.push(...places.filter(({ id }) => having.has(id)));
    const last = places.at(-1);
    if (page.length > PER_PAGE) return page;
    if (!last || places.length < most) return null;
    from = last;
  }
  return null;
}
