import type { UserStatus } from '../accounts/contract';
import { endpoint } from '../contract/endpoint';
import type { Cents, Units } from '../contract/money';
import type { OfferState } from '../offers/rules';
import type { OrderStatus } from '../orders/rules';
import type { OwnStatus } from '../products/contract';

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
  status: OwnStatus;
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

export const listOrders = endpoint<InsightsOrder[]>()('GET /admin/insights/purchase_order', 'D');
export const listOrdersCamelCase = endpoint<InsightsOrder[]>()('GET /admin/insights/purchaseOrder', 'D');
export const listProducts = endpoint<InsightsProduct[]>()('GET /admin/insights/product', 'D');
export const listUsers = endpoint<InsightsUser[]>()('GET /admin/insights/user', 'D');
export const listOffers = endpoint<InsightsOffer[]>()('GET /admin/insights/offer', 'D');

export const insightsRows = endpoint<{ rows: unknown[]; total: number }>()(
  'GET /admin/insights/rows/:resource',
);

export interface InsightsTotals {
  total_cents?: Cents;
  total_net_to_seller?: Cents;
  profit_cents?: Cents;
  total_units?: Units;
}

export const insightsTotals = endpoint<InsightsTotals>()('GET /admin/insights/totals/:resource');

export const downloadCsv = endpoint<undefined>()('GET /admin/insights/download_csv/:file', 'D');
