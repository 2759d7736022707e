import { PER_PAGE, type SearchFigures, type SearchQuery } from './contract';
import { correct } from './correction';
import { type Engine, findCached, findFresh } from './engine';
import { countsByLabel } from './index/facets';
import { Bitmap, decodeIds, type IdCollection } from './index/id-collection';
import type { IndexStore } from './index/index-store';
import { type ListingIndex, NOT_LISTED } from './index/listing-index';
import { type Found, matchesOf } from './index/matches';
import { orderOf, selectPage } from './index/pages';
import { type ParsedQuery, parseQuery, writeCursor } from './query';
import { productsWith } from './text';

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
  const { listings, found } = await findFresh(engine, parsed);
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
  };
  return { ids, figures };
}

export const newestOf = (index: ListingIndex): string | null => {
  const id = index.oldestFirst.at(index.size - 1);
  return index.size === 0 ? null : writeCursor('newest', { key: index.createdAtOf(id), id });
};

const hasListed = (index: ListingIndex, ids: IdCollection) =>
  ids instanceof Bitmap
    ? ids.countsIn(index).some((count) => count > 0)
    : ids.some((id) => index.cellOf(id) !== NOT_LISTED);

/** Null unless no listed product has the words. */
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
  const blocks = await productsWith(engine.db, { words: corrected, sellerId });
  const inScope = decodeIds(blocks, listings.capacity);
  return { found: { ...found, inScope }, text: corrected.name || corrected.description };
}
