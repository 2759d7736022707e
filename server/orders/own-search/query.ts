import { MAX_PER_PAGE } from '../../../db/page';
import { array, mixed, number, object, paged, string, text } from '../../contract/fields';
import { type OrderStatus, orderStatuses } from '../state-contract';
import { isSearch, type OwnSearch, ownSorts } from './contract';
import { isDay, WRONG_ORDER } from './days-contract';
import { day, sort } from './schema';

const MAX_FOUND_PER_PAGE = 200;
const MAX_SEARCH_LENGTH = 100;

/** A form sends one empty value for all statuses. */
const statuses = () =>
  array(
    string<OrderStatus>()
      .oneOf([...orderStatuses], 'Unknown status')
      .required(),
  ).transform((value: unknown, original: unknown) =>
    (Array.isArray(value) ? value : [original]).filter((one) => one !== ''),
  );

const ownSearch = object({
  q: text(MAX_SEARCH_LENGTH),
  from: day(),
  to: day().test('order', WRONG_ORDER, function inOrder(to) {
    const { from } = this.parent as { from?: string };
    return !to || !from || !isDay(from) || from <= to;
  }),
  sort: sort(),
});

const ownOrderSearch = ownSearch.shape({ status: statuses() });

export const foundPage = object({
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
  q: mixed(),
  from: mixed(),
  to: mixed(),
  status: mixed(),
  sort: mixed(),
});

export const listRange = ({ page, per = MAX_PER_PAGE }: { page: number; per?: number | undefined }) => ({
  page,
  per,
});

type SearchQuery = Readonly<Partial<Record<keyof OwnSearch, unknown>>>;
type SearchSchema = typeof ownSearch | typeof ownOrderSearch;

/** Throws ValidationError. null where nothing is looked for. */
async function searchIn(schema: SearchSchema, asked: SearchQuery): Promise<OwnSearch | null> {
  const search = (await schema.validate(asked, { abortEarly: false, stripUnknown: true })) as OwnSearch;
  return isSearch(search) ? search : null;
}

export const searchInOffers = (asked: SearchQuery) => searchIn(ownSearch, asked);

/** Orders have one more sort, and ignore unknown ones as long as nothing is looked for. */
export function searchInOrders({ q, from, to, status, sort }: SearchQuery): Promise<OwnSearch | null> {
  const isSearched = [q, from, to, status].some((value) => value !== undefined && value !== '');
  const isOwn = ownSorts.some((one) => one === sort);
  const known = isOwn || (isSearched && sort !== 'ship_by') ? sort : undefined;
  return searchIn(ownOrderSearch, { q, from, to, status, sort: known });
}
