import { endpoint } from '../contract/endpoint';
import type { Cents, Units } from '../contract/money';
import type { OfferState } from '../offers/rules';
import type { OrderStatus } from '../orders/rules';
import type {
  InsightsOffer,
  InsightsOfferLine,
  InsightsOrder,
  InsightsOrderLine,
  InsightsUser,
} from './contract';

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
