import type { Logger } from 'pino';
import type { Db } from '../../db/connection';
import type { Instruments } from '../metrics/instruments';
import { type Cards, createCards, type ToCards } from './cards';
import {
  MAX_ARRIVALS,
  type NamedSeller,
  PER_PAGE,
  type Search,
  type SearchQuery,
  type SearchResult,
  type SellerName,
  type UncountedResult,
} from './contract';
import { correct } from './correction';
import { countsByLabel, facetCounts } from './index/facet-counts';
import type { IdCollection } from './index/id-collection';
import { IndexStore } from './index/index-store';
import { type ListingIndex, NOT_LISTED } from './index/listing-index';
import type { Found } from './index/match';
import { findCached, findFresh, type LoadedIndex, productsWith } from './index/match-caches';
import { matchesOf } from './index/matches';
import { orderOf, scanSorted, selectPage } from './index/pages';
import { newestOf, type ParsedQuery, parseQuery, readSince, textOfWords, writeCursor } from './query';
import { countedInTime, listWithoutCounts, matchingAmong } from './text-scan';

export type { CardRow } from './cards';

export interface SearchOptions<Card> {
  readonly db: Db;
  readonly log: Logger;
  readonly metrics?: Instruments;
  /** A condition on `sellers`, joined to the published products in `listings`. */
  readonly listedSql: string;
  readonly toCards: ToCards<Card>;
}

/** An index in memory, one per process: per million listings 46 MB, and 1.6–2.4 s to load. */
export function createSearch<Card>(options: SearchOptions<Card>): Search<Card> {
  const engine = createEngine(options);
  return {
    warm: () => engine.store.warm(),
    isWarm: () => engine.store.isWarm,
    figures: () => engine.store.figures(),
    search: (query) => searchProducts(engine, query),
    firstPage: (query) => firstPage(engine, query),
    countNewSince: (query, cursor) => countNewListings(engine, query, cursor),
    matchingAmong: (query, ids) => matchingAmong(engine, query, ids),
  };
}

export interface Engine<Card> {
  readonly db: Db;
  readonly listedSql: string;
  readonly store: IndexStore;
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
  store: new IndexStore(db, log, listedSql),
  cards: createCards(db, toCards, (outcome) => metrics?.cacheRequests.inc({ cache: 'cards', outcome })),
});

export async function searchProducts<Card>(
  engine: Engine<Card>,
  query: SearchQuery,
): Promise<SearchResult<Card>> {
  const parsed = parseQuery(query);
  // Usually nothing has changed: then one statement both checks that and reads the cards.
  const guess = fromCache(engine.store, parsed);
  const guessedProducts = guess && (await engine.cards.ifUnchanged(guess.ids, guess.version));
  if (guessedProducts) return { products: guessedProducts, ...guess.figures };
  const { listings, found } = await findFresh(engine.store, parsed);
  const corrected = await correctWords(engine, listings, parsed, found);
  const sellers = isFirstPage(query) ? await countedSellers(engine, listings, found.named) : [];
  const { ids, figures } = pageOf(listings, parsed, corrected?.found ?? found);
  const products = await engine.cards.byIds(ids);
  return { products, ...figures, ...shownSellers(sellers), ...(corrected && { corrected: corrected.text }) };
}

const isFirstPage = ({ page, cursor }: SearchQuery) => page === 1 && cursor === undefined;

const shownSellers = (counted: readonly NamedSeller[]) => {
  const sellers = counted.filter(({ count }) => count > 0);
  return sellers.length > 0 ? { sellers } : {};
};

const scopeOfSeller = (sellerId: number) => ({ words: null, sellerId });

function countListed(listings: ListingIndex, ids: IdCollection): number {
  let count = 0;
  ids.forEach((id) => {
    if (listings.cellOf(id) !== NOT_LISTED) count += 1;
  });
  return count;
}

const countedSellers = ({ store }: Engine<unknown>, listings: ListingIndex, named: readonly SellerName[]) =>
  Promise.all(
    named.map(async ({ id, name }) => {
      const products = await store.current?.texts.upToDate(scopeOfSeller(id));
      return { id, name, count: products ? countListed(listings, products.ids) : 0 };
    }),
  );

/** Null unless all are cached. */
function cachedSellers({ listings, texts }: LoadedIndex, named: readonly SellerName[]): NamedSeller[] | null {
  const sellers = named.flatMap(({ id, name }) => {
    const products = texts.cached(scopeOfSeller(id));
    return products ? [{ id, name, count: countListed(listings, products.ids) }] : [];
  });
  return sellers.length === named.length ? sellers : null;
}

function fromCache({ current, version }: IndexStore, parsed: ParsedQuery) {
  const found = current && findCached(current, parsed);
  if (!found || !version) return null;
  const { listings } = current;
  if (parsed.scope?.words && found.inScope && !hasListed(listings, found.inScope)) return null;
  const sellers = isFirstPage(parsed.query) ? cachedSellers(current, found.named) : [];
  if (!sellers) return null;
  const { ids, figures } = pageOf(listings, parsed, found);
  return { ids, figures: { ...figures, ...shownSellers(sellers) }, version };
}

function pageOf(listings: ListingIndex, { query, start }: ParsedQuery, found: Found) {
  const { sort } = query;
  const matches = matchesOf(listings, query, found);
  const { withoutTags } = matches;
  const picked = selectPage(listings, matches, sort, start, PER_PAGE + 1);
  const ids = picked.slice(0, PER_PAGE);
  const last = ids[PER_PAGE - 1];
  const more = picked.length > PER_PAGE && last !== undefined;
  const figures = {
    count: matches.count,
    total_pages: Math.ceil(matches.count / PER_PAGE),
    category_counts: countsByLabel(matches.categoryCounts),
    without_tags: { count: withoutTags.count, category_counts: countsByLabel(withoutTags.categoryCounts) },
    next_cursor: more ? writeCursor(sort, { key: orderOf(listings, sort).keyOf(last), id: last }) : null,
    newest: newestOf(listings),
    ...(query.facets && facetCounts(matches.byKind(), matches.kinds)),
  };
  return { ids, figures };
}

const hasListed = (listings: ListingIndex, ids: IdCollection) =>
  ids.some((id) => listings.cellOf(id) !== NOT_LISTED);

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
  const { ids } = await productsWith(engine, { words: corrected, sellerId }, listings.capacity);
  return { found: { ...found, inScope: ids }, text: textOfWords(corrected) };
}

/** Leaves out only the counts of words that are slow to find. A cold index answers after its whole load, with words or without. */
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
  const { listings, found } = await findFresh(engine.store, parseQuery(query));
  const oldestFirst = listings.orders.createdAt.ids;
  const seen = place ? oldestFirst.rank(place.key, place.id + 1) : 0;
  const range = { from: seen, to: oldestFirst.size, skip: 0, most: MAX_ARRIVALS };
  return scanSorted(listings, oldestFirst, matchesOf(listings, query, found), range).length;
}
