import { MAX_PER_PAGE } from '../../db/page';
import { array, mixed, number, object, paged, string, text, time } from '../contract/fields';
import { type ListSearch, listSorts } from './contract';
import { isDay, WRONG_ORDER } from './rules';
import { day, sort } from './schema';

const MAX_FOUND_PER_PAGE = 200;
const MAX_SEARCH_LENGTH = 100;

/** A form sends one empty value for all statuses. */
const oneOf = (statuses: readonly string[]) =>
  array(string().oneOf(statuses, 'Unknown status').required()).transform(
    (value: unknown, original: unknown) =>
      (Array.isArray(value) ? value : [original]).filter((one) => one !== ''),
  );

const searchFields = object({
  q: text(MAX_SEARCH_LENGTH),
  from: day(),
  to: day().test('order', WRONG_ORDER, function inOrder(to) {
    const { from } = this.parent as { from?: string };
    return !to || !from || !isDay(from) || from <= to;
  }),
  sort: sort(),
});

const foundPage = object({
  page: number().integer().min(1).default(1),
  per: number()
    .integer()
    .min(1)
    .max(MAX_FOUND_PER_PAGE, `Maximum ${MAX_FOUND_PER_PAGE} per page`)
    .default(100),
});

/** A list's query with the fields of a search, which are checked only where one is set (docs/rules.md#own-search). */
export const listQuery = paged().shape({
  per: number().integer().min(1).max(MAX_PER_PAGE),
  q: mixed().meta({ openapi: { type: 'string', maxLength: MAX_SEARCH_LENGTH } }),
  from: mixed().meta({ openapi: { type: 'string', format: 'date' } }),
  to: mixed().meta({ openapi: { type: 'string', format: 'date' } }),
  status: mixed().meta({ openapi: { type: 'array', items: { type: 'string' } } }),
  sort: mixed().meta({ openapi: { type: 'string', enum: listSorts } }),
});

/** For clocks that run ahead. */
const LEEWAY_MS = 60_000;

/** Of a list that its reader asks for again and again: answered with 304 if nothing changed since. */
export const updatedSince = () =>
  time('Enter a past time like 2026-11-24T15:00:00Z', (at) => at <= Date.now() + LEEWAY_MS);

export const changedListQuery = listQuery.shape({ updated_since: updatedSince() });

type SearchQuery = Readonly<Partial<Record<keyof ListSearch, unknown>>>;

/** Throws ValidationError. null where nothing is looked for. */
export type ReadSearch = (query: SearchQuery) => Promise<ListSearch | null>;

const isSearch = ({ q, from, to, status, sort }: ListSearch): boolean =>
  Boolean(q || from || to || status?.length || sort);

/** Reads the searches of a list with these statuses; without any, `status` is ignored. */
export function searchReader(statuses: readonly string[] = []): ReadSearch {
  const schema = statuses.length > 0 ? searchFields.shape({ status: oneOf(statuses) }) : searchFields;
  return async (query) => {
    const search = (await schema.validate(query, { abortEarly: false, stripUnknown: true })) as ListSearch;
    return isSearch(search) ? search : null;
  };
}

/** What a page or its refetch lists. */
export interface ListRequest {
  readonly page: number;
  readonly per: number;
  /** null lists everything: to parties open and closed rows apart. */
  readonly search: ListSearch | null;
  /** Whether all rows are counted where the list itself needs no count. */
  readonly isCounted?: boolean;
}

/** What follows a page of a list. */
export interface ListEnd {
  readonly more: boolean;
  /** Of all pages; null where it is not counted. */
  readonly total: number | null;
}

type ListQuery = SearchQuery & { readonly page: number; readonly per?: number | undefined };

/** What a call lists. Throws ValidationError. */
export async function readList(query: ListQuery, read: ReadSearch): Promise<ListRequest> {
  const search = await read(query);
  const { page, per = MAX_PER_PAGE } = search ? await foundPage.validate(query) : query;
  return { search, page, per, isCounted: query.per !== undefined };
}
