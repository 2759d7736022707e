import { readCategory } from '../contract/categories';
import { Invalid } from '../http/errors';
import { PER_PAGE, type SearchQuery } from './contract';
import { readCursor } from './cursor';
import type { Engine } from './engine';
import type { LoadedIndex } from './index/index-store';
import type { ListingIndex } from './index/listing-index';
import type { Found } from './index/matches';
import type { Start } from './index/pages';
import type { Scope } from './index/text-cache';
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
export function parseQuery(query: SearchQuery): ParsedQuery {
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

/** Returns null if the database must be queried. */
export function findCached(
  { texts, tags, curated: curatedCache }: LoadedIndex,
  { scope, categories, staffTags }: ParsedQuery,
): Found | null {
  const inScope = scope && texts.cached(scope);
  const staffTagged = staffTags.length > 0 ? tags.cached(staffTags) : null;
  const curated = curatedCache.cached;
  if ((scope && !inScope) || (staffTags.length > 0 && !staffTagged) || !curated) return null;
  return { inScope, staffTagged, curated, categories };
}

/** Brings the index up to date and queries what it does not cover, at the same time where nothing is cached. */
export async function findFresh(
  { index }: Engine<unknown>,
  { scope, categories, staffTags }: ParsedQuery,
): Promise<{ listings: ListingIndex; found: Found }> {
  const { current } = index;
  const fresh = index.fresh();
  const [{ listings }, inScope, staffTagged, curated] = await Promise.all([
    fresh,
    scope && findInScope(scope, current, fresh),
    staffTags.length > 0 ? findTagged(staffTags, current, fresh) : null,
    findCurated(current, fresh),
  ]);
  return { listings, found: { inScope, staffTagged, curated, categories } };
}

async function findInScope(scope: Scope, current: LoadedIndex | null, fresh: Promise<LoadedIndex>) {
  if (current && !current.texts.has(scope)) return current.texts.query(scope);
  return (await fresh).texts.upToDate(scope);
}

async function findTagged(
  staffTags: readonly string[],
  current: LoadedIndex | null,
  fresh: Promise<LoadedIndex>,
) {
  if (current && !current.tags.cached(staffTags)) return current.tags.query(staffTags);
  const { tags } = await fresh;
  return tags.cached(staffTags) ?? tags.query(staffTags);
}

async function findCurated(current: LoadedIndex | null, fresh: Promise<LoadedIndex>) {
  if (current && !current.curated.cached) return current.curated.query();
  const { curated } = await fresh;
  return curated.cached ?? curated.query();
}
