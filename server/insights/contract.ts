import type { UserStatus } from '../accounts/contract';
import { endpoint } from '../contract/endpoint';
import { number, object, string, text } from '../contract/fields';
import { island } from '../contract/island';
import type { Cents, Units } from '../contract/money';
import type { OfferState } from '../offers/contract';
import type { OrderStatus } from '../orders/contract';

/** What Insights lists. Orders answer to both spellings (contract 6.15). */
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

export interface OrderDetail extends Omit<InsightsOrder, 'purchase_order_products'> {
  offer_id: number;
  buyer_name: string;
  seller_name: string;
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
    /** What is left of the product now. */
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
  /** The company, of buyers. */
  buyer_name?: string;
  seller_name?: string;
  admin: boolean;
  updated_at: string;
}

/** One step of an offer: who made it what, and at which prices its lines stood after it. */
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
    /** What the ledger says of the product's stock after the step; null where it knows nothing of it. */
    units: Units | null;
  }[];
}

export interface OfferDetail extends Omit<InsightsOffer, 'offer_products'> {
  buyer_name: string;
  seller_name: string;
  version: number;
  submitted_at: string | null;
  expires_at: string | null;
  updated_at: string;
  purchase_order_id: number | null;
  offer_products: (InsightsOfferLine & {
    /** The last price named by each side. */
    buyer_offer_price: Cents;
    seller_offer_price: Cents | null;
  })[];
  history: OfferStep[];
}

const MOST_PER_PAGE = 1_000;

/** `scope` is a JSON object of whitelisted columns; without `page` and `per` the whole list is streamed. */
const listQuery = object({
  scope: text(20_000),
  query: text(200),
  /** Users alone: which of the two kinds. */
  kind: string<'buyer' | 'seller'>().oneOf(['buyer', 'seller']),
  sort: text(50),
  dir: string<'asc' | 'desc'>().oneOf(['asc', 'desc']),
  page: number().integer().min(1),
  per: number().integer().min(1).max(MOST_PER_PAGE),
});

export const listOrders = endpoint<InsightsOrder[]>()('GET /admin/insights/purchase_order', null, listQuery);
export const listOrdersToo = endpoint<InsightsOrder[]>()(
  'GET /admin/insights/purchaseOrder',
  null,
  listQuery,
);
export const listProducts = endpoint<InsightsProduct[]>()('GET /admin/insights/product', null, listQuery);
export const listUsers = endpoint<InsightsUser[]>()('GET /admin/insights/user', null, listQuery);
export const listOffers = endpoint<InsightsOffer[]>()('GET /admin/insights/offer', null, listQuery);

/** A page of a list with its total, for the screen: the bare lists say it in a header. */
export const insightsRows = endpoint<{ rows: unknown[]; total: number }>()(
  'GET /admin/insights/rows/:resource',
  null,
  listQuery,
);

export const showOrder = endpoint<OrderDetail>()('GET /admin/insights/purchase_order/:id');
export const showOrderToo = endpoint<OrderDetail>()('GET /admin/insights/purchaseOrder/:id');
export const showUser = endpoint<UserDetail>()('GET /admin/insights/user/:id');
export const showOffer = endpoint<OfferDetail>()('GET /admin/insights/offer/:id');

/** `purchase_order.csv`, `product.csv`, … */
export const downloadCsv = endpoint<undefined>()('GET /admin/insights/download_csv/:file', null, listQuery);

export interface PeopleCounts {
  count: number;
  onboarded: number;
  /** Those who created a password count as approved (spec 2, section 4). */
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

export const overviewDays = [30, 90, 365] as const;
export type OverviewDays = (typeof overviewDays)[number];

export interface Overview {
  days: OverviewDays;
  /** One entry a day, the oldest first; unix seconds of its beginning in UTC. */
  x: number[];
  volume_cents: Cents[];
  orders: number[];
  offers: number[];
  accepted: number[];
  accounts: number[];
  totals: {
    volume_cents: Cents;
    orders: number;
    /** Submitted to a seller. */
    offers: number;
    /** Of the answered ones, in tenths of a percent; null where nothing was answered. */
    acceptance_permille: number | null;
    accounts: number;
  };
  categories: { category: string; volume_cents: Cents; orders: number }[];
  sellers: { id: number; name: string; volume_cents: Cents; orders: number }[];
}

export const showOverview = endpoint<Overview>()(
  'GET /admin/insights/overview',
  null,
  object({
    days: number<OverviewDays>()
      .oneOf([...overviewDays])
      .default(90),
  }),
);

/** A kind of stuck work, with how much of it there is. */
export interface StuckCount {
  kind: string;
  label: string;
  group: string;
  count: number;
}

export interface StuckRow {
  id: number;
  title: string;
  detail: string;
  href: string | null;
  since: string;
}

export interface StuckPage {
  kind: string;
  label: string;
  rows: StuckRow[];
  total: number;
  page: number;
}

export const stuckBoard = endpoint<StuckCount[]>()('GET /admin/insights/stuck');
export const stuckRows = endpoint<StuckPage>()(
  'GET /admin/insights/stuck/:kind',
  null,
  object({ page: number().integer().min(1).default(1) }),
);
export const stuckWork = island<StuckPage>('stuck-work');

export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: number | null;
  before: unknown;
  after: unknown;
}

export interface AuditPage {
  entries: AuditEntry[];
  total: number;
}

export const listAudit = endpoint<AuditPage>()(
  'GET /admin/audit',
  null,
  object({
    query: text(200),
    page: number().integer().min(1).default(1),
    per: number().integer().min(1).max(MOST_PER_PAGE).default(50),
  }),
);
export const auditLog = island<{ list: AuditPage; page: number; query: string }>('audit-log');

export const adminInsights = island<{
  counts: InsightsCounts;
  /** What the address opens: `purchase_order-12`. */
  detail: string | null;
}>('admin-insights');
