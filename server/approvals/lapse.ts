import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { SYSTEM } from '../offers/offer';
import type { Services } from '../services';
import { requestEnded } from './mailer';
import { type ApprovalRow, lockApproval, lockApprovalOfOffer } from './queries';

type Reason = NonNullable<ApprovalRow['reason']>;

/** The requester doesn't need a mail about a change that they made themselves. */
const isByAnother = ({ changed_by, requested_by }: ApprovalRow, reason: Reason) =>
  reason !== 'changed' || changed_by !== requested_by;

/** Under the request's lock. `by`: who replaced it. */
export async function writeLapse(tx: Tx, request: ApprovalRow, reason: Reason, by?: number) {
  const [lapsed] = await tx('approval_requests')
    .where({ id: request.id, status: 'requested' })
    .update({ status: 'lapsed', reason, decided_at: tx.fn.now() })
    .returning('id');
  if (!lapsed) return;
  const ended = { ...request, status: 'lapsed', reason } as const;
  await tx.events.approvalChanged(ended, by === undefined ? SYSTEM : { actor: 'buyer', userId: by });
  if (by !== request.requested_by && isByAnother(request, reason)) await requestEnded(tx, ended);
}

/** The request goes with the offer. Under the offer's lock. */
export async function lapseWithOffer(tx: Tx, { id }: Pick<OfferRow, 'id'>) {
  const request = await lockApprovalOfOffer(tx, id);
  if (request) await writeLapse(tx, request, request.reason ?? 'changed');
}

/** Writes what reads as lapsed, or what `reason` says. Does nothing once it is decided. */
export const lapse = ({ transaction }: Pick<Services, 'transaction'>, id: number, reason?: Reason) =>
  transaction(async (tx) => {
    const request = await lockApproval(tx, id);
    if (!request || request.decided_at) return;
    const found = request.reason ?? reason;
    if (found) await writeLapse(tx, request, found);
  });
