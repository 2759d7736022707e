import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents, Units } from '../contract/money';
import type { ClaimReason, ClaimStatus } from './rules';

export interface ClaimLine {
  id: number;
  purchase_order_product_id: number;
  name: string;
  quantity: Units;
  reason: ClaimReason;
  requested_cents: Cents;
  refund_cents: Cents | null;
}

export interface ClaimMessage {
  at: string;
  author: 'buyer' | 'seller' | 'staff';
  body: string;
  photos: string[];
}

export interface ClaimAbilities {
  message: boolean;
  agree: boolean;
  dispute: boolean;
  withdraw: boolean;
  decide: boolean;
}

export interface Claim {
  id: number;
  claim_number: string;
  purchase_order_id: number;
  po_number: string;
  buyer_name: string;
  seller_name: string;
  status: ClaimStatus;
  description: string;
  /** Addresses that hold for five minutes. A photo appears once it is checked. */
  photos: string[];
  /** Photos of the claim and its messages that are still being checked. */
  photos_pending: number;
  answer_by: string;
  created_at: string;
  decided_at: string | null;
  lines: ClaimLine[];
  messages: ClaimMessage[];
  requested_cents: Cents;
  refund_cents: Cents | null;
  freight_refund_cents: Cents | null;
  freight_left_cents: Cents;
  explanation: string | null;
  version: number;
  can: ClaimAbilities;
  /** The change of the seller's earnings; absent for a buyer. */
  net_effect_cents?: number;
}

export interface ClaimableLine {
  purchase_order_product_id: number;
  name: string;
  quantity: Units;
  unit_cents: Cents;
}

export interface OrderClaims {
  claims: Claim[];
  claimable: ClaimableLine[];
}

export interface ClaimList {
  claims: Claim[];
  meta: { total: number; counts: Record<ClaimStatus, number> };
}

export const openClaim = endpoint<{ claim: Claim }>()('POST /marketplace/purchase_orders/:id/claims');
export const orderClaims = endpoint<OrderClaims>()('GET /marketplace/purchase_orders/:id/claims');
export const listClaims = endpoint<{ claims: Claim[] }>()('GET /marketplace/claims');
export const showClaim = endpoint<{ claim: Claim }>()('GET /marketplace/claims/:id');
export const sendClaimMessage = endpoint<{ claim: Claim }>()('POST /marketplace/claims/:id/messages');
export const withdrawClaim = endpoint<{ claim: Claim }>()('POST /marketplace/claims/:id/withdraw');
export const agreeToClaim = endpoint<{ claim: Claim }>()('POST /marketplace/claims/:id/agree');
export const disputeClaim = endpoint<{ claim: Claim }>()('POST /marketplace/claims/:id/dispute');

export const listAllClaims = endpoint<ClaimList>()('GET /admin/claims');
export const decideClaim = endpoint<{ claim: Claim }>()('POST /admin/claims/:id/decide');

/** `claim` is the one whose panel is open; 0 for none. */
export const claims: Island<ClaimList & { page: number; status: ClaimStatus | ''; claim: number }> = {
  id: 'claims',
};
