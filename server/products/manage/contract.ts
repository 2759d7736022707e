import type { SellBy } from '../../contract/case-packs';
import { endpoint } from '../../contract/endpoint';
import type { Cents, Units } from '../../contract/money';
import type { ProductCondition } from '../../contract/product-conditions';
import { type OwnStatus, ownStatuses } from '../contract';
import { isOwnSort, type OwnSort } from './sorts-contract';

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

export function readManage(query: Readonly<Record<string, unknown>>, rememberedView?: unknown): ManageState {
  const { name, status, sort, view, pages } = query;
  return {
    name: typeof name === 'string' ? name.trim().slice(0, 500) : '',
    status: ownStatuses.find((one) => one === status) ?? null,
    sort: isOwnSort(sort) ? sort : 'newest',
    view: (view ?? rememberedView) === 'table' ? 'table' : 'cards',
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

export const MAX_AT_ONCE = 20_000;
export const NOT_THERE = 'This product was deleted';
export const CHANGED_SINCE = "Changed again since, so it wasn't undone";
export const STAYS_PUBLISHED = 'In an open offer or order, so it stays published';
export const TAKEN_BACK_ALREADY = 'This change was already undone.';

export interface BulkChange {
  seller_price_cents?: Cents;
  units?: Units;
  condition?: ProductCondition;
  location_id?: number;
  sell_by?: SellBy;
  paused?: boolean;
  delete?: true;
}

/** Either ids, or all matches of a search, which must number `count`. */
export interface BulkBody {
  ids?: number[];
  all?: { name: string; status?: OwnStatus | undefined; count: number };
  change: BulkChange;
}

export interface BulkAnswer {
  changed: number;
  unchanged: number;
  refused_count: number;
  refused: { id: number; name: string; message: string }[];
  /** Null if the change cannot be undone. */
  undo: number | null;
}

export const changeProducts = endpoint<BulkAnswer>()('POST /products/bulk');

export const undoChange = endpoint<BulkAnswer>()('POST /products/bulk/:id/undo');
