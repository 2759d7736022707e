import type { UserStatus } from '../accounts/contract';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
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

export interface OrderDetail extends Omit<InsightsOrder, 'purchase_order_products'> {
  offer_id: number;
  buyer_name: string;
  seller_name: string;
  /** Part of the total. */
  freight_cents: Cents;
  fee_bps: number;
  carrier: string | null;
  tracking_number: string | null;
  reason: string | null;
  payment_flag: string | null;
  confirmed_by_staff: boolean;
  paid_at: string | null;
  updated_at: string;
  purchase_order_products: (InsightsOrderLine & {
    id: number;
    name: string;
    sku: string | null;
    available: Units | null;
  })[];
  history: {
    at: string;
    actor: string;
    event: string;
    from_status: OrderStatus | null;
    to_status: OrderStatus;
    reason: string | null;
  }[];
}

export interface UserDetail extends InsightsUser {
  buyer_name?: string;
  seller_name?: string;
  admin: boolean;
  updated_at: string;
}

export interface OfferStep {
  at: string;
  actor: 'buyer' | 'seller' | 'staff' | 'system';
  actor_email: string | null;
  event: string;
  from_state: OfferState;
  to_state: OfferState;
  note: string | null;
  lines: {
    offer_product_id: number;
    name: string;
    quantity: Units;
    unit_price: Cents;
    /** The product's stock after the step; null without a stock movement. */
    units: Units | null;
  }[];
}

export interface OfferDetail extends Omit<InsightsOffer, 'offer_products'> {
  buyer_name: string;
  seller_name: string;
  /** Not part of the total; null until it is quoted. */
  freight_cents: Cents | null;
  version: number;
  submitted_at: string | null;
  expires_at: string | null;
  updated_at: string;
  purchase_order_id: number | null;
  offer_products: (InsightsOfferLine & {
    buyer_offer_price: Cents;
    seller_offer_price: Cents | null;
  })[];
  history: OfferStep[];
}

export const showOrder = endpoint<OrderDetail>()('GET /admin/insights/purchase_order/:id');
export const showOrderCamelCase = endpoint<OrderDetail>()('GET /admin/insights/purchaseOrder/:id');
export const showUser = endpoint<UserDetail>()('GET /admin/insights/user/:id');
export const showOffer = endpoint<OfferDetail>()('GET /admin/insights/offer/:id');

export interface PeopleCounts {
  count: number;
  onboarded: number;
  /** With status `password_created` (docs/rules.md#insights). */
  approved: number;
  denied: number;
  provisional: number;
}

export interface InsightsCounts {
  purchase_orders: { count: number; by_status: Partial<Record<OrderStatus, number>> };
  products: { count: number; total_units: Units };
  buyers: PeopleCounts;
  sellers: PeopleCounts;
  offers: { count: number; by_state: Partial<Record<OfferState, number>> };
}

export const insightsCounts = endpoint<InsightsCounts>()('GET /admin/insights/counts');

export const adminInsights: Island<{
  counts: InsightsCounts;
  view: Readonly<Record<string, string>>;
  /** The time of the figures, while they are of the past. */
  figures_at: string | null;
}> = { id: 'admin-insights' };

export const overviewDays = [30, 90, 365] as const;
export type OverviewDays = (typeof overviewDays)[number];

export interface OverviewTotals {
  volume_cents: Cents;
  orders: number;
  offers: number;
  /** Accepted of answered offers, in tenths of a percent; null without answers. */
  acceptance_permille: number | null;
  accounts: number;
}

export interface Overview {
  days: OverviewDays;
  /** Start of each day in UTC, in unix seconds, oldest first. */
  x: number[];
  volume_cents: Cents[];
  orders: number[];
  offers: number[];
  accepted: number[];
  accounts: number[];
  totals: OverviewTotals;
  /** Of as many days before. */
  previous: OverviewTotals;
  categories: { category: string; volume_cents: Cents; orders: number }[];
  sellers: { id: number; name: string; volume_cents: Cents; orders: number }[];
}

export const showOverview = endpoint<Overview>()('GET /admin/insights/overview');
