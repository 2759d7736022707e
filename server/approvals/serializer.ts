import type { Knex } from 'knex';
import type { Buyer } from '../accounts/policy';
import type { Approval } from '../offers/contract';
import { approvalVerdicts } from '../offers/policy';
import { type ApprovalFilter, type ApprovalRow, approvalsOf } from './queries';

export const approvalDocument = (row: ApprovalRow, viewer: Buyer): Approval => {
  const requested_by = { id: row.requested_by, name: row.requester_name };
  const verdicts = approvalVerdicts({ requested_by, approvers: row.approvers }, viewer);
  const isOpen = row.status === 'requested';
  const content = row.content as Approval['content'];
  const { lines, freight_cents, shipping_terms, ship_to, carrier_instructions, note } = content;
  const { buyer_po_number = null } = content;
  return {
    id: row.id,
    offer_id: row.offer_id,
    offer_number: row.offer_number,
    offer_state: row.offer_state,
    seller_name: row.seller_name,
    act: row.act,
    version: row.version,
    total_cents: row.total_cents,
    limit_cents: row.limit_cents,
    exceeds: row.exceeds,
    status: row.status,
    reason: row.reason,
    content: { lines, freight_cents, shipping_terms, ship_to, carrier_instructions, note, buyer_po_number },
    requested_by,
    approvers: row.approvers,
    can_approve: isOpen && verdicts.can_approve,
    can_cancel: isOpen && verdicts.can_cancel,
    decided_by:
      row.decided_by === null ? null : { id: row.decided_by, name: row.decider_name ?? 'A colleague' },
    note: row.note,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  };
};

export const approvalsFor = async (db: Knex, viewer: Buyer, filter: ApprovalFilter): Promise<Approval[]> =>
  (await approvalsOf(db, viewer.buyer_id, filter)).map((row) => approvalDocument(row, viewer));

/** What waits, and what the viewer should know to have been declined. */
export const currentApprovals = (db: Knex, viewer: Buyer) =>
  approvalsFor(db, viewer, { status: 'requested', declinedOf: viewer.id });
