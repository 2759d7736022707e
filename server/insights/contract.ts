import type { UserStatus } from '../accounts/contract';
import { endpoint } from '../contract/endpoint';
import { number, object, string, text } from '../contract/fields';
import type { Cents, Units } from '../contract/money';
import type { OfferState } from '../offers/state-contract';
import type { OrderStatus } from '../orders/state-contract';

/** Orders answer to both spellings (docs/rules.md#insights). */
export const resources = ['purchase_order', 'product', 'user', 'offer'] as const;
export type Resource = (typeof resources)[number];

export interface InsightsOrderLine {
  product_id: number;
  quantity: Units;
  unit_cents: Cents;
}

export interface InsightsOrder {
  id: number;
  po_number: string;
  seller_user_email: string | null;
  buyer_user_email: string | null;
  seller_user_id: number | null;
  buyer_user_id: number | null;
  status: OrderStatus;
  total_cents: Cents;
  total_net_to_seller: Cents;
  /** total_cents − total_net_to_seller. */
  profit_cents: Cents;
  total_units: Units;
  sku_count: number;
  created_at: string;
  purchase_order_products: InsightsOrderLine[];
}

export interface InsightsProduct {
  id: number;
  sku: string | null;
  name: string;
  units: Units | null;
  seller_id: number;
  seller_name: string;
  provisional: boolean;
  seller_price_cents: Cents | null;
}

export interface InsightsUser {
  id: number;
  email: string;
  full_name: string;
  status: UserStatus;
  created_at: string;
  buyer_id: number | null;
  seller_id: number | null;
}

export interface InsightsOfferLine {
  id: number;
  product_id: number;
  quantity: Units;
  unit_price: Cents;
}

export interface InsightsOffer {
  id: number;
  offer_number: string;
  buyer_user_email: string | null;
  seller_user_email: string | null;
  buyer_user_id: number | null;
  seller_user_id: number | null;
  state: OfferState;
  total_cents: Cents;
  total_units: Units;
  sku_count: number;
  created_at: string;
  offer_products: InsightsOfferLine[];
}

const MAX_PER_PAGE = 1_000;

const isDay = (value: unknown) => {
  if (typeof value !== 'string' || value === '') return true;
  const at = /^[12]\d{3}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  // Date.parse reads February 30 as a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
};
/** A day in UTC. */
const day = () => text(10).test('day', 'Enter a date like 2026-01-31', isDay);

/** `scope` is a JSON object of whitelisted columns; without `page` and `per` the whole list is streamed. */
const listQuery = object({
  scope: text(20_000),
  query: text(200),
  /** Only for users. */
  kind: string<'buyer' | 'seller'>().oneOf(['buyer', 'seller']),
  /** Creation days, inclusive. */
  from: day(),
  to: day(),
  sort: text(50),
  dir: string<'asc' | 'desc'>().oneOf(['asc', 'desc']),
  page: number().integer().min(1),
  per: number().integer().min(1).max(MAX_PER_PAGE),
});

export const listOrders = endpoint<InsightsOrder[]>()('GET /admin/insights/purchase_order', null, listQuery);
export const listOrdersCamelCase = endpoint<InsightsOrder[]>()(
  'GET /admin/insights/purchaseOrder',
  null,
  listQuery,
);
export const listProducts = endpoint<InsightsProduct[]>()('GET /admin/insights/product', null, listQuery);
export const listUsers = endpoint<InsightsUser[]>()('GET /admin/insights/user', null, listQuery);
export const listOffers = endpoint<InsightsOffer[]>()('GET /admin/insights/offer', null, listQuery);

/** A page of a list with its total, which the bare lists send as a header. */
export const insightsRows = endpoint<{ rows: unknown[]; total: number }>()(
  'GET /admin/insights/rows/:resource',
  null,
  listQuery,
);

/** `purchase_order.csv`, `product.csv`, … */
export const downloadCsv = endpoint<undefined>()('GET /admin/insights/download_csv/:file', null, listQuery);
