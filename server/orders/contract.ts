import type { Author } from '../accounts/contract';
import type { Address } from '../addresses/contract';
import type { Document, Resource } from '../contract/document';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents, SignedCents, Units } from '../contract/money';
import type { ShippingTerms } from '../contract/shipping-terms';
import type { ThreadSummary } from '../contract/thread-message';
import type { ShownSearch } from '../lists/contract';
import type { CanceledUnits, Carrier, OrderStatus, ShipmentMode } from './rules';

export interface OrderHistoryEntry {
  at: string;
  actor: 'buyer' | 'seller' | 'staff' | 'provider' | 'system';
  event: string;
  status: OrderStatus;
  reason: string | null;
  /** For the own side and staff. */
  by?: Author;
  /** The colleague whose request `by` approved. */
  requested_by?: { id: number; name: string };
}

export type ShipmentStatus = 'packed' | 'shipped' | 'canceled';

export interface Shipment {
  /** 1, 2, … of the order. */
  number: number;
  status: ShipmentStatus;
  mode: ShipmentMode;
  carrier: Carrier | null;
  /** The name of another carrier. */
  carrier_name: string | null;
  /** `url` is null for carriers without a known tracking page. */
  tracking: { number: string; url: string | null }[];
  cartons: Units | null;
  pallets: number | null;
  weight_lb: Units | null;
  shipped_at: string | null;
  lines: { purchase_order_product_id: number; quantity: Units }[];
}

export interface OrderDocumentLink {
  kind: 'purchase_order' | 'invoice' | 'packing_slip' | 'credit_memo';
  number: string;
  url: string;
}

/** An address as the order froze it. A seller of an unpaid order sees where to, not to whom. */
export type OrderAddress = Pick<
  Address,
  'city' | 'region' | 'postal_code' | 'country' | 'dock' | 'appointment'
> &
  Partial<
    Pick<
      Address,
      'company' | 'attention' | 'line1' | 'line2' | 'phone' | 'phone_display' | 'hours' | 'instructions'
    >
  >;

/** A seller's location: buyers see all of it only where they collect, once paid. */
export type OrderOrigin = Pick<OrderAddress, 'city' | 'region' | 'country'> & Partial<OrderAddress>;

export interface OrderShipping {
  terms: ShippingTerms;
  ship_to: OrderAddress | null;
  ship_from: OrderOrigin | null;
  carrier_instructions: string | null;
  needs_ship_to: boolean;
}

export interface OrderAbilities {
  change_ship_to: boolean;
  change_buyer_po_number: boolean;
  ship: boolean;
  cancel: boolean;
  cancel_remaining: boolean;
  receive: boolean;
  extend: boolean;
  claim: boolean;
}

/** What the seller gets for the order, and how far it has come. */
export interface OrderEarnings {
  net_cents: SignedCents;
  status: 'pending' | 'available' | 'in_payout' | 'paid' | 'canceled';
  payout_number: string | null;
  /** A day: `2026-11-30`. */
  paid_on: string | null;
  /** Of a shipped order: when it becomes available if the buyer neither answers nor asks for more time. */
  available_by?: string;
}

export interface OrderFulfilment {
  goods_cents: Cents;
  freight_cents: Cents;
  refunded_cents: Cents;
  /** A day: `2026-11-30`. */
  ship_by: string | null;
  /** When that day ends where the seller ships from, and the name of the zone there: `PST`. */
  ship_by_ends_at: string | null;
  ship_by_zone: string | null;
  receipt_due_at: string | null;
  /** Until when claims can be opened; null before receipt. */
  claim_until: string | null;
  shipping: OrderShipping;
  shipments: Shipment[];
  documents: OrderDocumentLink[];
  /** null for buyers, and until the order is paid. */
  earnings: OrderEarnings | null;
  can: OrderAbilities;
}

export interface OrderActivity {
  at: string;
  actor: 'buyer' | 'seller' | 'staff' | 'provider' | 'system';
  event: string;
  detail: Record<string, unknown>;
  /** For the own side and staff. */
  by?: Author;
}

export type PurchaseOrder = Resource<
  'purchase_order',
  {
    id: number;
    po_number: string;
    offer_id: number;
    status: OrderStatus;
    version: number;
    created_at: string;
    updated_at: string;
    buyer_id: number;
    seller_id: number;
    buyer_name: string;
    seller_name: string;
    /** What the buyer's own books call the order. */
    buyer_po_number: string | null;
    total_cents: Cents;
    /** null for a buyer. */
    total_net_to_seller: Cents | null;
    carrier: string | null;
    tracking_number: string | null;
    reason: string | null;
    refund_status: 'pending' | 'succeeded' | 'failed' | null;
    /** When the order is canceled unless paid. null for an order that is not waiting for its payment. */
    pay_by: string | null;
    can_pay: boolean;
    can_verify: boolean;
    history: OrderHistoryEntry[];
  } & OrderFulfilment &
    ThreadSummary,
  'purchase_order_products'
>;

export type PurchaseOrderProduct = Resource<
  'purchase_order_product',
  CanceledUnits & {
    unit_cents: Cents;
    total_cents: Cents;
    /** null for a buyer. */
    net_to_seller: Cents | null;
    images: string[];
    product: { id: number; seller_id: number; name: string; upc: string; sku: string | null };
  }
>;

export type PurchaseOrdersDocument = Document<PurchaseOrder[], PurchaseOrderProduct>;

export interface PurchaseOrderDocument extends Document<PurchaseOrder, PurchaseOrderProduct> {
  activity: OrderActivity[];
}

export const showPurchaseOrder = endpoint<PurchaseOrderDocument>()('GET /marketplace/purchase_orders/:id');

/** Pages of open and of closed orders, staff's of all. `sort=ship_by`: what to ship first (docs/rules.md#shipping). */
export const listPurchaseOrders = endpoint<PurchaseOrdersDocument>()('GET /marketplace/purchase_orders');

export const changeBuyerPoNumber = endpoint<{ data: PurchaseOrder }>()(
  'PUT /marketplace/purchase_orders/:id/buyer_po_number',
);

export const exportOrders = endpoint<undefined>()('GET /marketplace/purchase_orders.csv');

export const ORDERS_SHOWN = 100;

export const DUE_FIRST = { sort: 'ship_by' } as const;

export const myOrders: Island<{
  orders: PurchaseOrdersDocument;
  side: 'buyer' | 'seller';
  page: number;
  more: boolean;
  opened: number | null;
  /** From the payment page's return address. Unverified: the server asks Stripe. */
  returned: { success: boolean; purchase_order_id: number | null } | null;
  /** Whether the viewer may fill the cart. */
  buysAgain: boolean;
  search: ShownSearch | null;
}> = { id: 'my-orders' };

export const orderDetail: Island<{
  order: PurchaseOrderDocument;
  side: 'buyer' | 'seller';
  /** Ids of the products whose page the viewer may open. */
  openable: number[];
  /** Whether the viewer may fill the cart. */
  buysAgain: boolean;
}> = {
  id: 'order-detail',
};
