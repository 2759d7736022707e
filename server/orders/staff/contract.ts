import type { Resource } from '../../contract/document';
import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { Cents } from '../../contract/money';
import type { ListSort } from '../../lists/contract';
import type { OrderActivity, PurchaseOrdersDocument } from '../contract';
import type { OrderEvent, OrderStatus } from '../rules';

export type AdminPurchaseOrder = Resource<
  'purchase_order',
  {
    id: number;
    po_number: string;
    buyer_name: string;
    seller_name: string;
    sku_count: number;
    total_cents: Cents;
    total_net_to_seller: Cents;
    refunded_cents: Cents;
    /** What refunds leave of our fee and of the net to the seller. */
    fee_after_refunds_cents: Cents;
    net_after_refunds_cents: Cents;
    status: OrderStatus;
    version: number;
    created_at: string;
    updated_at: string;
    carrier: string | null;
    tracking_number: string | null;
    reason: string | null;
    confirmed_by_staff: boolean;
    payment_flag: string | null;
    /** `blocked_because`: what has to happen before the event. */
    allowed_state_transitions: { event: OrderEvent; state: OrderStatus; blocked_because?: string }[];
  }
>;

export interface AdminPurchaseOrders {
  data: AdminPurchaseOrder[];
  meta: { total: number; counts: Record<OrderStatus, number> };
}

interface OrderParty {
  id: number;
  email: string;
  full_name: string;
}

export interface StaffOrder {
  order: AdminPurchaseOrder['attributes'];
  document: PurchaseOrdersDocument;
  activity: OrderActivity[];
  offer_number: string;
  paid_at: string | null;
  buyer: OrderParty | null;
  seller: OrderParty | null;
}

export const showStaffOrder = endpoint<StaffOrder>()('GET /admin/purchase_orders/:id');
export const listAllPurchaseOrders = endpoint<AdminPurchaseOrders>()('GET /admin/purchase_orders');
export const transitionOrder = endpoint<{ data: AdminPurchaseOrder }>()(
  'POST /admin/purchase_orders/:id/state_transitions',
);

export const managePurchaseOrders: Island<
  AdminPurchaseOrders & {
    page: number;
    status: string;
    query: string;
    /** UTC days of creation, inclusive; empty where not set. */
    from: string;
    to: string;
    sort: ListSort | '';
    /** The order whose panel is open; 0 for none. */
    order: number;
  }
> = { id: 'manage-purchase-orders' };

export const managePurchaseOrder: Island<{ staff: StaffOrder }> = { id: 'manage-purchase-order' };
