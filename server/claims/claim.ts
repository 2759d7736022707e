import type { ClaimRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { Conflict, NotFound } from '../http/errors';
import { raiseVersionWithActivity } from '../orders/activity';
import type { ClaimActivity } from '../orders/events';
import { lockOrder } from '../orders/transitions';
import type { ClaimStatus } from './rules';
import { type ClaimActor, type ClaimEvent, claimStatusAfter } from './state-machine';

type ClaimBy = Actor<ClaimActor>;

export interface LockedClaim {
  readonly order: PurchaseOrderRow;
  readonly claim: ClaimRow;
}

/** Locks the order, then the claim (docs/rules.md#claims). Throws Conflict for an older version. */
export async function lockClaim(tx: Tx, id: number, version?: number): Promise<LockedClaim> {
  const found = await tx('claims').where({ id }).first('purchase_order_id');
  if (!found) throw NotFound();
  const order = await lockOrder(tx, found.purchase_order_id);
  const claim = await tx('claims').where({ id }).forUpdate().first();
  if (!claim) throw NotFound();
  if (version !== undefined && version < claim.version)
    throw Conflict('This claim changed. Review it and try again.');
  return { order, claim };
}

const refusals: Record<ClaimRow['status'], string> = {
  open: 'The seller can still answer this claim.',
  in_review: 'Our team is reviewing this claim.',
  approved: 'This claim is already decided.',
  denied: 'This claim is already decided.',
  withdrawn: 'This claim was withdrawn.',
};

/** The status that the event leads to. Throws Conflict when it is not allowed. */
export function requireEvent({ status }: ClaimRow, event: ClaimEvent, { actor }: ClaimBy): ClaimStatus {
  const to = claimStatusAfter(event, status, actor);
  if (to === null) throw Conflict(refusals[status]);
  return to;
}

const activities = {
  agree: 'claim_approved',
  dispute: 'claim_disputed',
  escalate: 'claim_in_review',
  approve: 'claim_approved',
  deny: 'claim_denied',
  withdraw: 'claim_withdrawn',
} as const satisfies Record<ClaimEvent, ClaimActivity>;

type Decision = Partial<Pick<ClaimRow, 'explanation'>>;

/** Needs the locks of `lockClaim`. Throws Conflict when the event is not allowed. */
export async function moveClaim(
  tx: Tx,
  { order, claim }: LockedClaim,
  event: ClaimEvent,
  { actor, userId = null, ...decision }: ClaimBy & Decision,
): Promise<ClaimRow> {
  const to = requireEvent(claim, event, { actor });
  const isDecided = to === 'approved' || to === 'denied';
  const [moved] = await tx('claims')
    .where({ id: claim.id })
    .update({
      status: to,
      version: claim.version + 1,
      updated_at: tx.fn.now(),
      ...(isDecided && { decided_at: tx.fn.now(), decided_by: userId }),
      ...decision,
    })
    .returning('*');
  if (!moved) throw NotFound();
  await noteOnOrder(tx, order, moved, activities[event], { actor, userId });
  return moved;
}

export const noteOnOrder = (
  tx: Tx,
  order: PurchaseOrderRow,
  { id, claim_number }: ClaimRow,
  event: ClaimActivity,
  by: ClaimBy,
) => raiseVersionWithActivity(tx, order, by, { event, detail: { claim_id: id, claim_number } });
