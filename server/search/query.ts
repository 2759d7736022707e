import { readCategory } from '../contract/categories';
import { InputError } from '../contract/input-error';
import { PER_PAGE, type SearchQuery, type Sort, sorts } from './contract';
import type { ListingIndex } from './index/listing-index';
import type { Start } from './index/pages';

/** Equal texts are found in the name or the description. */
export interface Words {
  readonly name: string;
  readonly description: string;
}

export const textOfWords = ({ name, description }: Words): string => name || description;

export interface Scope {
  readonly words: Words | null;
  readonly sellerId: number | null;
}

export interface ParsedQuery {
  readonly query: SearchQuery;
  readonly start: Start;
  readonly scope: Scope | null;
  readonly categories: readonly string[];
  readonly staffTags: readonly string[];
}

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
  if (!place) throw new InputError('Unknown cursor');
  return place;
}

const HAS_WORD = /[^\p{P}\p{S}\p{Z}\p{C}\p{M}]/u;
const orEmpty = (text: string | undefined) => (text && HAS_WORD.test(text) ? text : '');

function wordsOf({ name, description }: SearchQuery['search']): Words | null {
  const words = { name: orEmpty(name), description: orEmpty(description) };
  return words.name || words.description ? words : null;
}

const within = (text: string, fields: 'n' | 'd' | 'nd') => ({
  sql: `(select listing_query(listing_words(?), '${fields}'))`,
  bindings: [text],
});

/** SQL of a tsquery: name and description together mean either (docs/rules.md#search). */
export function textQuery({ name, description }: Words) {
  if (name === description) return within(name, 'nd');
  if (!description) return within(name, 'n');
  if (!name) return within(description, 'd');
  const [one, other] = [within(name, 'n'), within(description, 'd')];
  return { sql: `(${one.sql} || ${other.sql})`, bindings: [...one.bindings, ...other.bindings] };
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

/** A position in a sort order. Pages after it stay stable while listings arrive. */
export interface Place {
  readonly key: number;
  readonly id: number;
}

export const writeCursor = (sort: Sort, { key, id }: Place) =>
  Buffer.from(`${sorts.indexOf(sort)}.${key}.${id}`).toString('base64url');

function readCursor(sort: Sort, cursor: string): Place | null {
  const match = /^(\d)\.(-?\d{1,16})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match || sorts[Number(match[1])] !== sort) return null;
  return { key: Number(match[2]), id: Number(match[3]) };
}

/** `since` is the `newest` of a previous response; null is before everything. Throws 422 for an unknown cursor. */
export function readSince(since: string | null): Place | null {
  const place = since === null ? null : readCursor('newest', since);
  if (since !== null && !place) throw new InputError('Unknown place');
  return place;
}

/** The cursor of the newest listing; null where nothing is listed. */
export const newestOf = (listings: ListingIndex): string | null => {
  const { keyOf, ids } = listings.orders.createdAt;
  return ids.size === 0 ? null : writeCursor('newest', { key: keyOf(ids.last), id: ids.last });
};
