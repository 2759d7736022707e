import type { Db } from '../../db/connection';
import { readCategory } from '../contract/categories';
import { Invalid } from '../http/errors';
import { PER_PAGE, type SearchQuery } from './contract';
import { readCursor } from './cursor';
import { cachedCurated, findCurated } from './index/curated';
import type { ListingIndex } from './index/listing-index';
import type { Found } from './index/matches';
import type { Start } from './index/pages';
import { cachedTagMatches, findTagged } from './index/tag-cache';
import { cachedTextMatches, type Scope, textMatches } from './index/text-cache';
import { wordsOf } from './text';

export interface ParsedQuery {
  readonly query: SearchQuery;
  readonly start: Start;
  /** Null if neither words nor a seller are given. */
  readonly scope: Scope | null;
  readonly categories: readonly string[];
  readonly staffTags: readonly string[];
}

/** Throws 422 for a cursor of another sort. */
export function readQuestion(query: SearchQuery): ParsedQuery {
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

const ALL_PRODUCTS = 'all products';

function readTags(given: readonly string[]) {
  const tags = given.filter((tag) => tag && tag.toLowerCase() !== ALL_PRODUCTS);
  const categories = [...new Set(tags.flatMap((tag) => readCategory(tag) ?? []))];
  return {
    categories,
    staffTags: tags.filter((tag) => readCategory(tag) === null),
  };
}

const orNone = <Value>(isWanted: boolean, value: () => Value) => (isWanted ? value() : null);

/** Returns null if the database must be queried. */
export function recallFor(known: ListingIndex, { scope, categories, staffTags }: ParsedQuery): Found | null {
  const inScope = scope && cachedTextMatches(known, scope);
  const staffTagged = orNone(staffTags.length > 0, () => cachedTagMatches(known, staffTags));
  const curated = cachedCurated(known);
  if ((scope && !inScope) || (staffTags.length > 0 && !staffTagged) || !curated) return null;
  return { inScope, staffTagged, curated, categories };
}

export async function findFor(
  db: Db,
  { scope, categories, staffTags }: ParsedQuery,
  known: ListingIndex | null,
  fresh: Promise<ListingIndex>,
): Promise<Found> {
  const [inScope, staffTagged, curated] = await Promise.all([
    scope && textMatches(db, scope, known, fresh),
    orNone(staffTags.length > 0, () => findTagged(db, staffTags, known, fresh)),
    findCurated(db, known, fresh),
  ]);
  return { inScope, staffTagged, curated, categories };
}
