import type { Db } from '../../db/connection';
import { type CardRow, cardsIfUnchanged, cardsOf } from './cards';
import { PER_PAGE, type SearchFigures, type SearchQuery } from './contract';
import { correct } from './correction';
import { writeCursor } from './cursor';
import { Bitmap } from './index/bitmap';
import { countsByLabel } from './index/facets';
import { decodeIds, type IdCollection } from './index/id-encoding';
import { type IndexStore, listingsOf } from './index/index-store';
import { type ListingIndex, NOT_LISTED } from './index/listing-index';
import { type Found, matchesOf } from './index/matches';
import { orderOf, selectPage } from './index/pages';
import { findFor, type ParsedQuery, readQuestion, recallFor } from './query';
import { productsWith } from './text';

export interface SearchResult extends SearchFigures {
  products: readonly CardRow[];
  newest: string | null;
}

/**
 * Returns a page of listed products with exact counts, including everything committed before the call. Throws 422
 * for a cursor of another sort.
 */
export async function searchProducts(db: Db, query: SearchQuery): Promise<SearchResult> {
  const question = readQuestion(query);
  const listings = listingsOf(db);
  // Usually nothing has changed: then one statement both checks that and reads the cards.
  const guess = fromCache(listings, question);
  const guessedProducts = guess && (await cardsIfUnchanged(db, guess.ids, guess.look));
  if (guessedProducts) return { products: guessedProducts, ...guess.figures };
  const { known } = listings;
  const fresh = listings.fresh();
  const [index, found] = await Promise.all([fresh, findFor(db, question, known, fresh)]);
  const meant = await orCorrected(db, index, question, found);
  const { ids, figures } = pageOf(index, question, meant.found);
  const products = await cardsOf(db, ids);
  return { products, ...figures, ...(meant.corrected === null ? {} : { corrected: meant.corrected }) };
}

/** Returns null if the database must be queried. */
function fromCache({ known, lastLook: look }: IndexStore, question: ParsedQuery) {
  const found = known && recallFor(known, question);
  if (!found || !look) return null;
  if (question.scope?.words && found.inScope && !hasListed(known, found.inScope)) return null;
  return { ...pageOf(known, question, found), look };
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
  };
  return { ids, figures };
}

/** Cursor of the most recently listed product. */
export const newestOf = (index: ListingIndex): string | null => {
  const id = index.oldestFirst.at(index.size - 1);
  return index.size === 0 ? null : writeCursor('newest', { key: index.createdAtOf(id), id });
};

const hasListed = (index: ListingIndex, ids: IdCollection) =>
  ids instanceof Bitmap
    ? ids.countsIn(index).some((count) => count > 0)
    : ids.some((id) => index.cellOf(id) !== NOT_LISTED);

/** Corrects the words if no listed product has them. */
async function orCorrected(db: Db, index: ListingIndex, { scope }: ParsedQuery, found: Found) {
  const nothing = { found, corrected: null };
  if (!scope?.words || !found.inScope || hasListed(index, found.inScope)) return nothing;
  const { words, sellerId } = scope;
  const meant = await correct(db, words, sellerId);
  if (!meant) return nothing;
  const inScope = decodeIds(await productsWith(db, { words: meant, sellerId }), index.capacity);
  return { found: { ...found, inScope }, corrected: meant.name || meant.description };
}

/** Returns whether the index is loaded; `/ready` waits for it. */
export const warmSearch = (db: Db): Promise<boolean> => listingsOf(db).warm();
