import type { Db } from '../../db/connection';
import { Invalid } from '../http/errors';
import { countsByLabel } from './cells';
import { correct } from './correction';
import { findHits, recallHits, type Scope } from './hits';
import { IdSet } from './id-set';
import { type ListingIndex, NOT_LISTED } from './listing-index';
import { listingsOf } from './listings';
import { type Found, matchesOf } from './matches';
import { type Ids, unpacked } from './packed-ids';
import { orderOf, pick, type Start } from './page-picker';
import { type CardRow, cardsOf } from './search-cards';
import {
  categoryLabels,
  PER_PAGE,
  readCategory,
  type SearchFigures,
  type SearchQuery,
} from './search-contract';
import { readCursor, writeCursor } from './search-cursor';
import { findTagged, recallTagged } from './tag-memory';
import { productsWith, wordsOf } from './text-search';

export interface SearchResult extends SearchFigures {
  products: CardRow[];
}

/**
 * The listed products that were asked for, a page of them, and exact counts. Knows all that was committed before it
 * was called. Throws 422 for a cursor that is not of this sort.
 */
export async function searchProducts(db: Db, query: SearchQuery): Promise<SearchResult> {
  const asked = readQuery(query);
  const { known } = listingsOf(db);
  const fresh = listingsOf(db).fresh();
  // Mostly nothing has changed since the last look: then the cards come while that is found out.
  const guess = known && guessed(known, asked);
  if (guess) {
    const [index, products] = await Promise.all([fresh, cardsOf(db, guess.ids)]);
    if (index === known && index.version === guess.version && index.tagsVersion === guess.tagsVersion)
      return { products, ...guess.figures };
  }
  const [index, found] = await Promise.all([fresh, findFor(db, asked, known, fresh)]);
  const meant = await orCorrected(db, index, asked, found);
  const { ids, figures } = pageOf(index, asked, meant.found);
  const products = await cardsOf(db, ids);
  return { products, ...figures, ...(meant.corrected === null ? {} : { corrected: meant.corrected }) };
}

/** What was asked for, taken apart. */
interface Asked {
  readonly query: SearchQuery;
  readonly start: Start;
  /** Null where neither words nor a seller narrow the search. */
  readonly scope: Scope | null;
  readonly categories: readonly string[];
  readonly staffTags: readonly string[];
  /** By which tags staff may have put other products into the categories. */
  readonly names: readonly string[];
}

function readQuery(query: SearchQuery): Asked {
  const words = wordsOf(query.search);
  const sellerId = query.search.seller_id ?? null;
  return {
    query,
    start: startOf(query),
    scope: words || sellerId !== null ? { words, sellerId } : null,
    ...readTags(query.search.tags),
  };
}

function startOf({ cursor, sort, page }: SearchQuery): Start {
  if (cursor === undefined) return { offset: (page - 1) * PER_PAGE };
  const place = readCursor(sort, cursor);
  if (!place) throw Invalid('Unknown cursor');
  return place;
}

const NO_IDS = new Int32Array(0);
const orNone = <Value>(isWanted: boolean, value: () => Value) => (isWanted ? value() : null);

/** The answer as far as the index known says; null where the database has to be asked. */
function guessed(known: ListingIndex, asked: Asked) {
  const { scope, categories, staffTags, names } = asked;
  const inScope = scope && recallHits(known, scope);
  const staffTagged = orNone(staffTags.length > 0, () => recallTagged(known, staffTags));
  const curated = names.length > 0 ? recallTagged(known, names) : NO_IDS;
  if ((scope && !inScope) || (staffTags.length > 0 && !staffTagged) || !curated) return null;
  if (scope?.words && inScope && !hasListed(known, inScope)) return null;
  const page = pageOf(known, asked, { inScope, staffTagged, curated, categories });
  return { ...page, version: known.version, tagsVersion: known.tagsVersion };
}

/** What the database has to be asked for; nothing, where the filters are steps and categories alone. */
async function findFor(
  db: Db,
  { scope, categories, staffTags, names }: Asked,
  known: ListingIndex | null,
  fresh: Promise<ListingIndex>,
): Promise<Found> {
  const [inScope, staffTagged, curated] = await Promise.all([
    scope && findHits(db, scope, known, fresh),
    orNone(staffTags.length > 0, () => findTagged(db, staffTags, known, fresh)),
    names.length > 0 ? findTagged(db, names, known, fresh) : NO_IDS,
  ]);
  return { inScope, staffTagged, curated, categories };
}

function pageOf(index: ListingIndex, { query, start }: Asked, found: Found) {
  const { sort } = query;
  const matches = matchesOf(index, query, found);
  const picked = pick(index, matches, sort, start, PER_PAGE + 1);
  const ids = picked.slice(0, PER_PAGE);
  const last = ids[PER_PAGE - 1];
  const more = picked.length > PER_PAGE && last !== undefined;
  const figures: SearchFigures = {
    count: matches.count,
    total_pages: Math.ceil(matches.count / PER_PAGE),
    category_counts: countsByLabel(matches.categoryCounts),
    next_cursor: more ? writeCursor(sort, { key: orderOf(index, sort).keyOf(last), id: last }) : null,
  };
  return { ids, figures };
}

const hasListed = (index: ListingIndex, ids: Ids) =>
  ids instanceof IdSet
    ? ids.countsIn(index).some((count) => count > 0)
    : ids.some((id) => index.cellOf(id) !== NOT_LISTED);

/** Where no listed product has the words, those that were probably meant. */
async function orCorrected(db: Db, index: ListingIndex, { scope }: Asked, found: Found) {
  const nothing = { found, corrected: null };
  if (!scope?.words || !found.inScope || hasListed(index, found.inScope)) return nothing;
  const { words, sellerId } = scope;
  const meant = await correct(db, words, sellerId);
  if (!meant) return nothing;
  const inScope = unpacked(await productsWith(db, { words: meant, sellerId }), index.capacity);
  return { found: { ...found, inScope }, corrected: meant.name || meant.description };
}

const ALL_PRODUCTS = 'all products';

/** Which tags are categories, and by which names staff may have put other products into those. */
function readTags(given: readonly string[]) {
  const tags = given.filter((tag) => tag && tag.toLowerCase() !== ALL_PRODUCTS);
  const categories = [...new Set(tags.flatMap((tag) => readCategory(tag) ?? []))];
  return {
    categories,
    staffTags: tags.filter((tag) => readCategory(tag) === null),
    names: categories.flatMap((category) => [
      category,
      categoryLabels[category],
      ...(category === 'toys' ? ['Toy'] : []),
    ]),
  };
}
