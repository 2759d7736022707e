import type { Db } from '../../db/connection';
import { type Cards, createCards } from './cards';
import { MAX_ARRIVALS, PER_PAGE, type SearchQuery } from './contract';
import { correct } from './correction';
import type { Search, SearchOptions, SearchResult, UncountedResult } from './engine';
import { Bitmap, type IdCollection } from './index/columns';
import { facetCounts } from './index/counts';
import { countsByLabel } from './index/facets';
import { findCached, findFresh, IndexStore } from './index/index-store';
import { type ListingIndex, NOT_LISTED } from './index/listing-index';
import type { Matches } from './index/match';
import { type Found, matchesOf } from './index/matches';
import { orderOf, scanSorted, selectPage } from './index/pages';
import { productsWith } from './index/queries';
import { newestOf, type ParsedQuery, parseQuery, readSince, textOfWords, writeCursor } from './query';
import { countedInTime, listWithoutCounts, matchingAmong } from './text-scan';

/** An index in memory, one per process: per million listings 30 MB, and 1.6–2.4 s to load. */
export function createIndexSearch<Card>(options: SearchOptions<Card>): Search<Card> {
  const engine = createEngine(options);
  return {
    warm: () => engine.index.warm(),
    isWarm: () => engine.index.isWarm,
    figures: () => engine.index.figures(),
    search: (query) => searchProducts(engine, query),
    firstPage: (query) => firstPage(engine, query),
    countNewSince: (query, cursor) => countNewListings(engine, query, cursor),
    matchingAmong: (query, ids) => matchingAmong(engine, query, ids),
  };
}

export interface Engine<Card> {
  readonly db: Db;
  readonly listedSql: string;
  readonly index: IndexStore;
  readonly cards: Cards<Card>;
}

export const createEngine = <Card>({
  db,
  log,
  listedSql,
  toCards,
  metrics,
}: SearchOptions<Card>): Engine<Card> => ({
  db,
  listedSql,
  index: new IndexStore(db, log, listedSql),
  cards: createCards(db, toCards, (outcome) => metrics?.cacheRequests.inc({ cache: 'cards', outcome })),
});

/** Includes everything committed before the call. Throws 422 for a cursor of another sort. */
export async function searchProducts<Card>(
  engine: Engine<Card>,
  query: SearchQuery,
): Promise<SearchResult<Card>> {
  const parsed = parseQuery(query);
  // Usually nothing has changed: then one statement both checks that and reads the cards.
  const guess = fromCache(engine.index, parsed);
  const guessedProducts = guess && (await engine.cards.ifUnchanged(guess.ids, guess.version));
  if (guessedProducts) return { products: guessedProducts, ...guess.figures };
  const { listings, found } = await findFresh(engine.index, parsed);
  const corrected = await correctWords(engine, listings, parsed, found);
  const { ids, figures } = pageOf(listings, parsed, corrected?.found ?? found);
  const products = await engine.cards.byIds(ids);
  return { products, ...figures, ...(corrected && { corrected: corrected.text }) };
}

function fromCache({ current, version }: IndexStore, parsed: ParsedQuery) {
  const found = current && findCached(current, parsed);
  if (!found || !version) return null;
  const { listings } = current;
  if (parsed.scope?.words && found.inScope && !hasListed(listings, found.inScope)) return null;
  return { ...pageOf(listings, parsed, found), version };
}

function pageOf(index: ListingIndex, { query, start }: ParsedQuery, found: Found) {
  const { sort } = query;
  const matches = matchesOf(index, query, found);
  const hasTags = found.categories.length > 0 || found.staffTagged !== null;
  const untagged = hasTags
    ? matchesOf(index, query, { ...found, categories: [], staffTagged: null })
    : matches;
  const picked = selectPage(index, matches, sort, start, PER_PAGE + 1);
  const ids = picked.slice(0, PER_PAGE);
  const last = ids[PER_PAGE - 1];
  const more = picked.length > PER_PAGE && last !== undefined;
  const figures = {
    count: matches.count,
    total_pages: Math.ceil(matches.count / PER_PAGE),
    category_counts: countsByLabel(matches.categoryCounts),
    without_tags: { count: untagged.count, category_counts: countsByLabel(untagged.categoryCounts) },
    next_cursor: more ? writeCursor(sort, { key: orderOf(index, sort).keyOf(last), id: last }) : null,
    newest: newestOf(index),
    ...(query.facets && countFacets(index, query, found, matches)),
  };
  return { ids, figures };
}

function countFacets(index: ListingIndex, query: SearchQuery, found: Found, matches: Matches) {
  const filter = index.memos.kindFilter(query.filters);
  const filters = { ...query.filters, condition: undefined, shipFromRegion: undefined };
  return facetCounts(index, filter ? matchesOf(index, { ...query, filters }, found) : matches, filter);
}

const hasListed = (index: ListingIndex, ids: IdCollection) =>
  ids instanceof Bitmap
    ? ids.countsIn(index).some((count) => count > 0)
    : ids.some((id) => index.cellOf(id) !== NOT_LISTED);

async function correctWords(
  engine: Engine<unknown>,
  listings: ListingIndex,
  { scope }: ParsedQuery,
  found: Found,
) {
  if (!scope?.words || !found.inScope || hasListed(listings, found.inScope)) return null;
  const { words, sellerId } = scope;
  const corrected = await correct(engine, words, sellerId);
  if (!corrected) return null;
  const inScope = await productsWith(engine.db, { words: corrected, sellerId }, listings);
  return { found: { ...found, inScope }, text: textOfWords(corrected) };
}

export const firstPage = <Card>(
  engine: Engine<Card>,
  query: SearchQuery,
): Promise<SearchResult<Card> | UncountedResult<Card>> =>
  countedInTime(searchProducts(engine, query), (late) => listWithoutCounts(engine, query, late));

export async function countNewListings(
  engine: Engine<unknown>,
  query: SearchQuery,
  since: string | null,
): Promise<number> {
  const place = readSince(since);
  const { listings, found } = await findFresh(engine.index, parseQuery(query));
  const oldestFirst = listings.orders.createdAt.ids;
  const seen = place ? oldestFirst.rank(place.key, place.id + 1) : 0;
  const { test } = matchesOf(listings, query, found);
  return scanSorted(listings, oldestFirst, test, seen, oldestFirst.size, 0, MAX_ARRIVALS).length;
}
