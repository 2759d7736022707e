import type { Address } from '../addresses/contract';
import type { Cents, SignedCents, Units } from '../contract/money';
import type { ShippingTerms } from '../contract/shipping-terms';

export const shipmentModes = ['parcel', 'ltl', 'truckload', 'pickup'] as const;
export type ShipmentMode = (typeof shipmentModes)[number];

export type ShipmentStatus = 'packed' | 'shipped' | 'canceled';

export const carriers = [
  'ups',
  'fedex',
  'usps',
  'dhl',
  'ontrac',
  'fedex_freight',
  'odfl',
  'estes',
  'xpo',
  'saia',
  'rl',
  'other',
] as const;
export type Carrier = (typeof carriers)[number];

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
}
