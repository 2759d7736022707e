import { endpoint } from '../contract/endpoint';
import type { Cents } from '../contract/money';
import type { OfferApproval, OfferDocument } from '../offers/contract';

export const approvalStatuses = ['requested', 'approved', 'declined', 'canceled', 'lapsed'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

interface Member {
  id: number;
  name: string;
}

export interface Approval extends Omit<OfferApproval, 'status'> {
  offer_id: number;
  offer_number: string;
  /** Of the offer, to be named by the approval. */
  version: number;
  status: ApprovalStatus;
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
  };
  decided_by: Member | null;
  /** Of who declined it. */
  note: string | null;
  created_at: string;
  decided_at: string | null;
}

/** The newest of the company, at most 1,000. */
export const listApprovals = endpoint<{ approvals: Approval[] }>()('GET /approvals');
export const approveRequest = endpoint<OfferDocument>()('POST /approvals/:id/approve', 'A');
export const declineRequest = endpoint<{ approval: Approval }>()('POST /approvals/:id/decline');
export const cancelRequest = endpoint<{ approval: Approval }>()('POST /approvals/:id/cancel');
