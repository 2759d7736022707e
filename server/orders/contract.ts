import type { Document, Resource } from '../contract/document';
import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';
import type { Cents } from '../contract/money';
import type { ThreadSummary } from '../contract/thread-message';
import type { ShownSearch } from '../lists/contract';
import type { OrderActivity, OrderFulfilment } from './fulfilment-contract';
import type { CanceledUnits } from './lines/canceled-units-contract';
import type { OrderStatus } from './state-contract';

export const orderStatusLabels: Record<OrderStatus, string> = {
  awaiting_initial_payment: 'Awaiting initial payment',
  payment_pending: 'Initial payment submitted',
  requires_payment_action: 'Payment requires action',
  awaiting_shipment: 'Awaiting shipment',
  shipped: 'Shipped',
  received: 'Received',
  paid_in_full: 'Paid in full',
  completed: 'Completed',
  canceled: 'Canceled',
};

export type Tone = 'yellow' | 'green' | 'red' | 'gray';

const buyerTones: Partial<Record<OrderStatus, Tone>> = {
  awaiting_initial_payment: 'yellow',
  received: 'yellow',
  requires_payment_action: 'yellow',
  paid_in_full: 'green',
  completed: 'green',
  canceled: 'red',
};
const sellerTones: Partial<Record<OrderStatus, Tone>> = {
  awaiting_shipment: 'yellow',
  received: 'green',
  paid_in_full: 'green',
  completed: 'green',
  canceled: 'red',
};

export const orderTone = (status: OrderStatus, side: 'buyer' | 'seller'): Tone =>
  (side === 'buyer' ? buyerTones : sellerTones)[status] ?? 'gray';

export interface OrderHistoryEntry {
  at: string;
  actor: 'buyer' | 'seller' | 'staff' | 'provider' | 'system';
  event: string;
  status: OrderStatus;
  reason: string | null;
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

export const exportOrders = endpoint<undefined>()('GET /marketplace/purchase_orders.csv');

export const ORDERS_SHOWN = 100;

export const DUE_FIRST = { sort: 'ship_by' } as const;

export const myOrders = island<{
  orders: PurchaseOrdersDocument;
  side: 'buyer' | 'seller';
  page: number;
  more: boolean;
  opened: number | null;
  /** From the payment page's return address. Unverified: the server asks Stripe. */
  returned: { success: boolean; purchase_order_id: number | null } | null;
  search: ShownSearch | null;
}>('my-orders');

export const orderDetail = island<{ order: PurchaseOrderDocument; side: 'buyer' | 'seller' }>('order-detail');
