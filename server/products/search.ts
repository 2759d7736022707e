import type { Db } from '../../db/connection';
import { Invalid } from '../http/errors';
import { countsByLabel } from './cells';
import { correct } from './correction';
import { hitsOf } from './hits';
import { type ListingIndex, NOT_LISTED } from './listing-index';
import { listingsOf } from './listings';
import { type Found, type Matches, matchesOf } from './matches';
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
import { productsTagged, productsWith, wordsOf } from './text-search';

export interface SearchResult extends SearchFigures {
  products: CardRow[];
}

/**
 * The listed products that were asked for, a page of them, and exact counts. Knows all that was committed before it
 * was called. Throws 422 for a cursor that is not of this sort.
 */
export async function searchProducts(db: Db, query: SearchQuery): Promise<SearchResult> {
  const start = startOf(query);
  const { known } = listingsOf(db);
  const fresh = listingsOf(db).fresh();
  const [index, asked] = await Promise.all([fresh, findFor(db, query, known, fresh)]);
  const { found, corrected } = await orCorrected(db, index, query, asked);
  const matches = matchesOf(index, query, found);
  const ids = pick(index, matches, query.sort, start, PER_PAGE + 1);
  const figures = figuresOf(index, matches, query, ids);
  const products = await cardsOf(db, ids.slice(0, PER_PAGE));
  return { products, ...figures, ...(corrected === null ? {} : { corrected }) };
}

function startOf({ cursor, sort, page }: SearchQuery): Start {
  if (cursor === undefined) return { offset: (page - 1) * PER_PAGE };
  const place = readCursor(sort, cursor);
  if (!place) throw Invalid('Unknown cursor');
  return place;
}

function figuresOf(
  index: ListingIndex,
  matches: Matches,
  { sort }: SearchQuery,
  ids: number[],
): SearchFigures {
  const { keyOf } = orderOf(index, sort);
  const last = ids[PER_PAGE - 1];
  const more = ids.length > PER_PAGE && last !== undefined;
  return {
    count: matches.count,
    total_pages: Math.ceil(matches.count / PER_PAGE),
    category_counts: countsByLabel(matches.categoryCounts),
    next_cursor: more ? writeCursor(sort, { key: keyOf(last), id: last }) : null,
  };
}

const ALL_PRODUCTS = 'all products';

/** What the database has to be asked for; nothing, where the filters are steps and categories alone. */
async function findFor(
  db: Db,
  { search }: SearchQuery,
  known: ListingIndex | null,
  fresh: Promise<ListingIndex>,
): Promise<Found> {
  const words = wordsOf(search);
  const sellerId = search.seller_id ?? null;
  const tags = search.tags.filter((tag) => tag && tag.toLowerCase() !== ALL_PRODUCTS);
  const { categories, staffTags, names } = readTags(tags);
  const [inScope, staffTagged, curated] = await Promise.all([
    words || sellerId !== null ? hitsOf(db).find(db, words, sellerId, known, fresh) : null,
    staffTags.length > 0 ? productsTagged(db, staffTags) : null,
    names.length > 0 ? productsTagged(db, names) : new Int32Array(0),
  ]);
  return {
    inScope,
    staffTagged,
    curated,
    categories,
  };
}

/** Where no listed product has the words, those that were probably meant. */
async function orCorrected(db: Db, index: ListingIndex, { search }: SearchQuery, asked: Found) {
  const nothing = { found: asked, corrected: null };
  const words = wordsOf(search);
  if (!words || asked.inScope?.some((id) => index.cellOf(id) !== NOT_LISTED)) return nothing;
  const sellerId = search.seller_id ?? null;
  const meant = await correct(db, words, sellerId);
  if (!meant) return nothing;
  const inScope = await productsWith(db, meant, sellerId);
  return { found: { ...asked, inScope }, corrected: meant.name || meant.description };
}

/** Which tags are categories, and by which names staff may have put other products into those. */
function readTags(tags: readonly string[]) {
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
