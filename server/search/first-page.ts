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

/** So long a reader waits for the counts before they see the products without. */
const PATIENCE_MS = 150;
/** How many are looked at for their words, at first and at most: twice as many each time. */
const FIRST_LOOK = 100;
const MAX_AT_ONCE = 3_200;

export interface UncountedResult extends Uncounted {
  products: readonly CardRow[];
}

/**
 * For our own pages: the same products as a search answers, without the counts where those take long. They are on
 * their way then, and a search for the same is answered as soon as they are there.
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

/** Null where what has the words is too rare to be come across, then it is quickly counted; and where it is too late. */
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

/** A page and one more of what has the words, looked for along the order; null where so many do not turn up. */
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
