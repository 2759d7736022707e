import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../db/connection';
import { Invalid } from '../http/errors';
import type { Instruments } from '../metrics/instruments';
import { type Cards, createCards, type ToCards } from './cards';
import { MAX_ARRIVALS, PER_PAGE, type SearchFigures, type SearchQuery } from './contract';
import { correct } from './correction';
import { Bitmap, type IdCollection } from './index/columns';
import { facetCounts } from './index/counts';
import { countsByLabel } from './index/facets';
import { findCached, findFresh, IndexStore } from './index/index-store';
import { type ListingIndex, NOT_LISTED } from './index/listing-index';
import type { Matches } from './index/match';
import { type Found, matchesOf } from './index/matches';
import { orderOf, scanSorted, selectPage } from './index/pages';
import { productsWith } from './index/queries';
import { newestOf, type ParsedQuery, parseQuery, readCursor, writeCursor } from './query';
import { listWithoutCounts, matchingAmong, type UncountedResult } from './text-scan';

export type { CardRow } from './cards';

/** What the index of a process holds. `bytes` is the memory of its columns; `changes` counts changed listings. */
export interface IndexFigures {
  readonly listings: number;
  readonly bytes: number;
  readonly ageMs: number;
  readonly loadMs: number;
  readonly changes: number;
}

export interface Search<Card> {
  warm(): Promise<boolean>;
  isWarm(): boolean;
  /** Null before the index is loaded. */
  figures(): IndexFigures | null;
  search(query: SearchQuery): Promise<SearchResult<Card>>;
  firstPage(query: SearchQuery): Promise<SearchResult<Card> | UncountedResult<Card>>;
  countNewSince(query: SearchQuery, cursor: string | null): Promise<number>;
  matchingAmong(query: SearchQuery, ids: readonly number[]): Promise<number[]>;
}

/** An index in memory, one per process: per million listings 30 MB, and 1.6–2.4 s to load. */
export function createSearch<Card>(options: EngineOptions<Card>): Search<Card> {
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

export interface EngineOptions<Card> {
  readonly db: Db;
  readonly log: Logger;
  readonly metrics?: Instruments;
  /** A condition on `sellers`, joined to the published products in `listings`. */
  readonly listedSql: string;
  readonly toCards: ToCards<Card>;
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
}: EngineOptions<Card>): Engine<Card> => ({
  db,
  listedSql,
  index: new IndexStore(db, log, listedSql),
  cards: createCards(db, toCards, (outcome) => metrics?.cacheRequests.inc({ cache: 'cards', outcome })),
});

export interface SearchResult<Card> extends SearchFigures {
  products: Card[];
  newest: string | null;
}

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
  return { found: { ...found, inScope }, text: corrected.name || corrected.description };
}

const MAX_WAIT_MS = 150;

/** Leaves the counts out if they are slow; the search continues, so a repeated query finds it in progress. */
export async function firstPage<Card>(
  engine: Engine<Card>,
  query: SearchQuery,
): Promise<SearchResult<Card> | UncountedResult<Card>> {
  const counted = searchProducts(engine, query);
  const soon = await Promise.race([counted, pause(MAX_WAIT_MS, null, { ref: false })]);
  if (soon) return soon;
  const late = new AbortController();
  const page = listWithoutCounts(engine, query, late.signal);
  const first = await Promise.race([counted, page]);
  late.abort();
  return first ?? counted;
}

/** `since` is the `newest` of a previous response; null counts everything. Throws 422 for an unknown cursor. */
export async function countNewListings(
  engine: Engine<unknown>,
  query: SearchQuery,
  since: string | null,
): Promise<number> {
  const place = since === null ? null : readCursor('newest', since);
  if (since !== null && !place) throw Invalid('Unknown place');
  const { listings, found } = await findFresh(engine.index, parseQuery(query));
  const oldestFirst = listings.orders.createdAt.ids;
  const seen = place ? oldestFirst.rank(place.key, place.id + 1) : 0;
  const { test } = matchesOf(listings, query, found);
  return scanSorted(listings, oldestFirst, test, seen, oldestFirst.size, 0, MAX_ARRIVALS).length;
}
