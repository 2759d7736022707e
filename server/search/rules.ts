import {
  type Category,
  categoryLabels,
  type PackagingType,
  readCategory,
  readPackagingType,
  TOP_SELLERS,
} from '../contract/categories';
import {
  ANY_MIN,
  ANY_PRICE,
  type ConditionFacet,
  conditionFacets,
  type RegionFacet,
  regionFacets,
  type SearchQuery,
  type Sort,
  sorts,
} from './contract';

/** The listing that an address describes. Steps are those of the search; 0 and 6 mean any. */
export interface ListingState {
  query: string;
  filter: string;
  sort: Sort;
  msrp: number;
  price: number;
  percent_off: number;
  /** Not `units`: JSON readers parse that name as exact digits. */
  units_available: number;
  packaging: PackagingType | null;
  condition?: readonly ConditionFacet[] | undefined;
  ships_from?: readonly RegionFacet[] | undefined;
}

export const EVERYTHING: ListingState = {
  query: '',
  filter: '',
  sort: 'newest',
  msrp: ANY_PRICE,
  price: ANY_PRICE,
  percent_off: ANY_MIN,
  units_available: ANY_MIN,
  packaging: null,
  condition: undefined,
  ships_from: undefined,
};

const wordOf = (value: unknown) => (typeof value === 'string' ? value : '');

function step(value: unknown, least: number, most: number, otherwise: number) {
  const text = wordOf(value);
  const number = /^\d$/.test(text) ? Number(text) : otherwise;
  return number >= least && number <= most ? number : otherwise;
}

/** In the order of the known ones, so that one selection has one address. */
function someOf<Value extends string>(given: unknown, known: Readonly<Record<Value, string>>) {
  const values = (Object.keys(known) as Value[]).filter((value) => [given].flat().includes(value));
  return values.length > 0 ? values : undefined;
}

export function readListing(query: Readonly<Record<string, unknown>>, filter?: string): ListingState {
  const sort = sorts.find((name) => name === query.sort);
  return {
    query: wordOf(query.query).trim().slice(0, 500),
    filter: cleanFilter(filter ?? wordOf(query.filter)),
    sort: sort ?? EVERYTHING.sort,
    msrp: step(query.msrp, 1, ANY_PRICE, ANY_PRICE),
    price: step(query.price, 1, ANY_PRICE, ANY_PRICE),
    percent_off: step(query.percent_off, ANY_MIN, 5, ANY_MIN),
    units_available: step(query.units_available, ANY_MIN, 5, ANY_MIN),
    packaging: readPackagingType(wordOf(query.packaging)),
    condition: someOf(query.condition, conditionFacets),
    ships_from: someOf(query.ships_from, regionFacets),
  };
}

/** Words, a category and the order are all that a storefront filters by. */
export function readStorefront(query: Readonly<Record<string, unknown>>): ListingState {
  const { query: words, filter, sort } = readListing(query);
  return { ...EVERYTHING, query: words, filter: readCategory(filter) ?? '', sort };
}

function cleanFilter(filter: string) {
  const text = filter.trim().slice(0, 100);
  return /^all([ _]products)?$/i.test(text) ? '' : (readCategory(text) ?? text);
}

const categoryOf = ({ filter }: Pick<ListingState, 'filter'>): Category | null => readCategory(filter);

/** A tag that nothing has is any text of the address, and heads nothing. */
export function filterTitle(state: Pick<ListingState, 'filter'>, hasProducts = false) {
  const category = categoryOf(state);
  if (category) return categoryLabels[category];
  if (state.filter.toLowerCase() === TOP_SELLERS.toLowerCase()) return TOP_SELLERS;
  return (hasProducts && state.filter) || 'All Products';
}

const pairs = (state: ListingState): [string, string][] =>
  [
    ['sort', state.sort === EVERYTHING.sort ? '' : state.sort],
    ['msrp', state.msrp === ANY_PRICE ? '' : String(state.msrp)],
    ['price', state.price === ANY_PRICE ? '' : String(state.price)],
    ['percent_off', state.percent_off === ANY_MIN ? '' : String(state.percent_off)],
    ['units_available', state.units_available === ANY_MIN ? '' : String(state.units_available)],
    ['packaging', state.packaging ?? ''],
    ...(state.condition ?? []).map((value) => ['condition', value]),
    ...(state.ships_from ?? []).map((value) => ['ships_from', value]),
  ].filter((pair): pair is [string, string] => pair[1] !== '');

const queryString = (of: readonly (readonly [string, string])[]) =>
  of.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

const join = (path: string, query: string) => (query === '' ? path : `${path}?${query}`);

export function listingAddress(state: ListingState, root = '/all_products'): string {
  const parameters = pairs(state);
  if (state.query !== '') {
    const filter: [string, string][] = state.filter === '' ? [] : [['filter', state.filter]];
    return join(`${root}/search`, queryString([['query', state.query], ...filter, ...parameters]));
  }
  const path = state.filter === '' ? root : `${root}/filter/${encodeURIComponent(state.filter)}`;
  return join(path, queryString(parameters));
}

export function storefrontAddress(
  sellerId: number,
  { query, filter, sort }: Pick<ListingState, 'query' | 'filter' | 'sort'>,
): string {
  const root = `/seller/${sellerId}`;
  const parameters: [string, string][] = [
    ['query', query],
    ['filter', filter],
    ['sort', sort === EVERYTHING.sort ? '' : sort],
  ];
  const given = parameters.filter(([, value]) => value !== '');
  return join(query === '' ? root : `${root}/search`, queryString(given));
}

export const searchOf = (state: ListingState, sellerId?: number, page = 1): SearchQuery => ({
  page,
  sort: state.sort,
  filters: {
    msrp: { max: state.msrp },
    sellerPriceCents: { max: state.price },
    percentOffMsrp: { min: state.percent_off },
    unitsAvailable: { min: state.units_available },
    packagingType: state.packaging ?? undefined,
    condition: state.condition,
    shipFromRegion: state.ships_from,
  },
  search: {
    seller_id: sellerId,
    name: state.query === '' ? undefined : state.query,
    description: state.query === '' ? undefined : state.query,
    tags: state.filter === '' ? [] : [state.filter],
  },
  // A storefront has no filters to count for.
  ...(sellerId === undefined && { facets: true }),
});

export const isNarrowed = (state: ListingState) =>
  listingAddress({ ...state, sort: EVERYTHING.sort }) !== listingAddress(EVERYTHING);
