import { endpoint } from '../contract/endpoint';
import type { Approval, OfferDocument } from '../offers/contract';

export const approvalStatuses = [
  'requested',
  'approved',
  'declined',
  'canceled',
  'lapsed',
] as const satisfies readonly Approval['status'][];

/** The newest of the company, at most 200. */
export const listApprovals = endpoint<{ approvals: Approval[] }>()('GET /approvals');
export const approveRequest = endpoint<OfferDocument>()('POST /approvals/:id/approve', 'A');
export const declineRequest = endpoint<{ approval: Approval }>()('POST /approvals/:id/decline');
export const cancelRequest = endpoint<{ approval: Approval }>()('POST /approvals/:id/cancel');
