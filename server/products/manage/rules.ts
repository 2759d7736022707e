import { type OwnStatus, ownStatuses } from '../contract';

export const ownSorts = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  price_low: 'Lowest price',
  price_high: 'Highest price',
  units_low: 'Fewest units',
  units_high: 'Most units',
} as const;

export type OwnSort = keyof typeof ownSorts;
export const isOwnSort = (name: unknown): name is OwnSort =>
  typeof name === 'string' && Object.hasOwn(ownSorts, name);

export interface ManageState {
  name: string;
  status: OwnStatus | null;
  sort: OwnSort;
  view: 'cards' | 'table';
  pages: number;
}

export const EVERYTHING: ManageState = { name: '', status: null, sort: 'newest', view: 'cards', pages: 1 };
export const OWN_PER_PAGE = 60;
const MAX_PAGES = 16;

/** The seller's last choice of cards or table, for addresses that name none. */
export const VIEW_COOKIE = 'products_view';

/** A seller with this many products sees them as a table, unless the cards were chosen. */
const TABLE_FROM = 50;

export const readView = (
  chosen: unknown,
  counts: Readonly<Record<OwnStatus, number>>,
): ManageState['view'] => {
  if (chosen === 'cards' || chosen === 'table') return chosen;
  return Object.values(counts).reduce((all, count) => all + count, 0) < TABLE_FROM ? 'cards' : 'table';
};

/** All but the view, which depends on how many products there are. */
export function readManage(query: Readonly<Record<string, unknown>>): Omit<ManageState, 'view'> {
  const { name, status, sort, pages } = query;
  return {
    name: typeof name === 'string' ? name.trim().slice(0, 500) : '',
    status: ownStatuses.find((one) => one === status) ?? null,
    sort: isOwnSort(sort) ? sort : 'newest',
    pages: readPages(pages),
  };
}

const readPages = (pages: unknown): number =>
  typeof pages === 'string' && /^\d{1,2}$/.test(pages) ? Math.min(Math.max(Number(pages), 1), MAX_PAGES) : 1;

export function manageQuery(state: ManageState): string {
  const query = Object.entries(state)
    .filter(([field, value]) => value !== null && value !== EVERYTHING[field as keyof ManageState])
    .map(([field, value]) => `${field}=${encodeURIComponent(String(value))}`)
    .join('&');
  return query && `?${query}`;
}
