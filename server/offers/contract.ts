import type { Author } from '../accounts/contract';
import type { FullAddress, RoughAddress } from '../addresses/contract';
import type { Document, Resource } from '../contract/document';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents, Units } from '../contract/money';
import type { ShippingEstimate } from '../contract/shipping-estimate';
import type { ShippingTerms } from '../contract/shipping-terms';
import type { ThreadSummary } from '../contract/thread-message';
import type { ShownSearch } from '../lists/contract';
import type { LineProduct } from './cart/rules';
import { type OfferState, openStates, type Side } from './rules';

export interface OfferHistoryEntry {
  at: string;
  /** `system`: expiry and reduction to stock. */
  actor: 'buyer' | 'seller' | 'staff' | 'system';
  event: string;
  note: string | null;
  lines: { offer_product_id: number; name: string; quantity: Units; unit_price: Cents }[];
  /** Where there is any, beside the products. */
  freight_cents?: Cents;
  /** For the seller and staff alone: an answer by a rule, which `rule` names. */
  by_rule?: true;
  rule?: string;
  /** For the own side and staff. */
  by?: Author;
  /** For the same: whose request `by` approved. */
  requested_by?: { id: number; name: string };
}

/** `planned`: rules look at it at a time to come. The others: what a rule would accept waits for the seller. */
export type OfferHold = 'planned' | 'stock' | 'daily_limit' | 'unpaid_orders';

export interface OfferShipping extends ShippingEstimate {
  terms: ShippingTerms;
  offered_terms: ShippingTerms[];
  /** null while it has to be quoted. */
  freight_cents: Cents | null;
  freight_status: 'none' | 'to_quote' | 'quoted';
  /** null for the seller and staff. */
  ship_to_address_id: number | null;
  /** Without street and names for the seller. */
  ship_to: FullAddress | RoughAddress | null;
  ships_from: { city: string; region: string; country: string } | null;
  carrier_instructions: string | null;
}

/** An act above a member's limit, which waits for a colleague. */
export interface OfferApproval {
  id: number;
  act: 'submit' | 'accept' | 'counter';
  total_cents: Cents;
  limit_cents: Cents;
  exceeds: 'order' | 'month';
  status: 'requested';
  requested_by: { id: number; name: string };
  expires_at: string;
  /** The names of those who may decide, without the requester. */
  approvers: string[];
  can_approve: boolean;
  can_cancel: boolean;
}

export interface Approval extends Omit<OfferApproval, 'status'> {
  offer_id: number;
  offer_number: string;
  /** A draft is in the cart. */
  offer_state: OfferState;
  seller_name: string;
  /** Of the offer, to be named by the approval. */
  version: number;
  status: 'requested' | 'approved' | 'declined' | 'canceled' | 'lapsed';
  /** Why it lapsed. */
  reason: 'changed' | 'expired' | 'removed' | 'replaced' | null;
  /** What an approval performs. */
  content: {
    /** Quantities are digits. */
    lines: { id: number; product_id: number; name: string; quantity: string; unit_price: Cents }[];
    freight_cents: Cents | null;
    shipping_terms: string | null;
    ship_to: object | null;
    carrier_instructions: string | null;
    note: string | null;
    buyer_po_number: string | null;
  };
  decided_by: { id: number; name: string } | null;
  /** Of who declined it. */
  note: string | null;
  created_at: string;
  decided_at: string | null;
}

export type Offer = Resource<
  'offer',
  {
    id: number;
    offer_number: string;
    created_at: string;
    updated_at: string;
    expires_at: string | null;
    state: OfferState;
    version: number;
    buyer_id: number;
    seller_id: number;
    seller_user_id: number | null;
    buyer_name: string;
    seller_name: string;
    buyer_po_number: string | null;
    goods_cents: Cents;
    total_cents: Cents;
    shipping: OfferShipping;
    /** The seller's, while the offer is a draft; null without one. */
    min_order_cents?: Cents | null;
    /** 0 where the goods reach it. */
    min_order_missing_cents?: Cents | null;
    /** null for a buyer. */
    total_net_to_seller: Cents | null;
    buyable: boolean;
    can_accept: boolean;
    can_counter: boolean;
    can_reject: boolean;
    can_withdraw: boolean;
    purchase_order_id: number | null;
    history: OfferHistoryEntry[];
    /** For the seller and staff alone. */
    rule_hold?: OfferHold;
    /** For the buyer's company alone, while there is one. */
    approval?: OfferApproval;
  } & ThreadSummary,
  'offer_products'
>;

export type OfferProduct = Resource<
  'offer_product',
  {
    product: LineProduct & {
      id: number;
      seller_id: number;
      name: string;
      upc: string;
      msrp_cents: Cents | null;
      outer_quantity?: Units | null;
      /** Off sale for now: unavailable in a cart, while an offer that was sent goes on. */
      paused?: boolean;
    };
    images: string[];
    quantity: Units;
    unit_price: Cents;
    total_price: Cents;
    buyable: boolean;
    seller_offer_price: Cents | null;
    buyer_offer_price: Cents;
    /** null when it is not the viewer's turn. */
    min_price: Cents | null;
    max_price: Cents | null;
  }
>;

export type OfferDocument = Document<Offer, OfferProduct>;

export type OffersDocument = Document<Offer[], OfferProduct>;

/** Staff get a page of all offers. A party gets a page of open and one of closed offers; `Link` names the next page. */
export const listOffers = endpoint<OffersDocument>()('GET /offers');

export const exportOffers = endpoint<undefined>()('GET /offers.csv');

export const NEGOTIATED = {
  state: [...openStates, 'rejected'],
  per: 100,
} as const satisfies OfferListQuery;

export interface OfferListQuery {
  state: readonly OfferState[];
  per?: number;
}

export const showOffer = endpoint<OfferDocument>()('GET /offers/:id');

export const submitOffer = endpoint<OfferDocument>()('PUT /offers/:id/submit');

export const acceptOffer = endpoint<OfferDocument>()('PUT /offers/:id/accept');

export const counterOffer = endpoint<OfferDocument>()('POST /offers/:id/counter_offer');

export const rejectOffer = endpoint<OfferDocument>()('POST /offers/:id/counter_offer/reject');

export const withdrawOffer = endpoint<OfferDocument>()('POST /offers/:id/withdraw');

export type OfferProductDocument = Document<OfferProduct, Offer>;

export interface AcceptFailure {
  cancelled: boolean;
  /** We send all of it; another server of this call may send the name alone. */
  cancelled_products: { id?: number; name: string; old_units?: Units; new_units?: Units }[];
}

export const offerTabs = ['needs_response', 'waiting', 'closed'] as const;
export type OfferTab = (typeof offerTabs)[number];

export const myOffers: Island<{
  offers: OffersDocument;
  side: Side;
  /** null for a buyer. */
  feeBps: number | null;
  page: number;
  more: boolean;
  /** When the page was rendered, so that it counts the time left by the server's clock. */
  now: string;
  tab: OfferTab | null;
  opened: number | null;
  linked: OfferDocument | null;
  /** What the company's members wait for, and what was declined of the viewer; empty for a seller. */
  approvals: Approval[];
  /** Whether the viewer may fill the cart. */
  buysAgain: boolean;
  /** Above which the viewer asks for approval; null: no limit per order. */
  orderLimit: Cents | null;
  search: ShownSearch | null;
}> = { id: 'my-offers' };
