import { endpoint } from '../../contract/endpoint';
import type { OrderStatus } from '../state-contract';

export const ownSorts = ['newest', 'oldest', 'total_desc', 'expires'] as const;
export type OwnSort = (typeof ownSorts)[number];

/** What a party looks for in its own offers or orders. Dates are UTC days like `2026-11-22`, both inclusive. */
export interface OwnSearch {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  status?: readonly OrderStatus[] | undefined;
  sort?: OwnSort | undefined;
}

export const isSearch = ({ q, from, to, status, sort }: OwnSearch): boolean =>
  Boolean(q || from || to || status?.length || sort);

export interface ShownSearch {
  given: OwnSearch;
  /** The query of an address, without what is not set: `q=mug&status%5B%5D=shipped`. */
  address: string;
  total: number;
  /** Why nothing was looked for. */
  error: string | null;
}

export const exportOrders = endpoint<undefined>()('GET /marketplace/purchase_orders.csv');
