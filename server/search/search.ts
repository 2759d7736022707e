// An index in memory, one per process: per million listings 30 MB, and 1.6–2.4 s to load.
import { Invalid } from '../http/errors';
import { MAX_ARRIVALS, type SearchQuery } from './contract';
import { type SearchResult, searchProducts } from './counted-page';
import { createEngine, type Engine, type EngineOptions, findFresh } from './engine';
import { firstPage, type UncountedResult } from './first-page';
import { matchesOf } from './index/matches';
import { scanSorted } from './index/pages';
import { parseQuery, readCursor } from './query';

export type { CardRow } from './cards';
export { orderMultiple } from './order-multiple';

export interface Search<Card> {
  warm(): Promise<boolean>;
  isWarm(): boolean;
  search(query: SearchQuery): Promise<SearchResult<Card>>;
  firstPage(query: SearchQuery): Promise<SearchResult<Card> | UncountedResult<Card>>;
  countNewSince(query: SearchQuery, cursor: string | null): Promise<number>;
}

export function createSearch<Card>(options: EngineOptions<Card>): Search<Card> {
  const engine = createEngine(options);
  return {
    warm: () => engine.index.warm(),
    isWarm: () => engine.index.isWarm,
    search: (query) => searchProducts(engine, query),
    firstPage: (query) => firstPage(engine, query),
    countNewSince: (query, cursor) => countNewListings(engine, query, cursor),
  };
}

/** `since` is the `newest` of a previous response; null counts everything. Throws 422 for an unknown cursor. */
export async function countNewListings(
  engine: Engine<unknown>,
  query: SearchQuery,
  since: string | null,
): Promise<number> {
  const place = since === null ? null : readCursor('newest', since);
  if (since !== null && !place) throw Invalid('Unknown place');
  const { listings, found } = await findFresh(engine, parseQuery(query));
  const { oldestFirst } = listings;
  const seen = place ? oldestFirst.rank(place.key, place.id + 1) : 0;
  const { test } = matchesOf(listings, query, found);
  return scanSorted(listings, oldestFirst, test, seen, oldestFirst.size, 0, MAX_ARRIVALS).length;
}
