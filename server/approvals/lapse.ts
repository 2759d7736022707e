import type { Tx } from '../../db/transaction';
import type { Services } from '../services';
import { type ApprovalRow, lockApproval } from './queries';

type Reason = NonNullable<ApprovalRow['reason']>;

/** Under the request's lock. */
export const writeLapse = async (tx: Tx, { id }: Pick<ApprovalRow, 'id'>, reason: Reason) =>
  void (await tx('approval_requests')
    .where({ id, status: 'requested' })
    .update({ status: 'lapsed', reason, decided_at: tx.fn.now() }));

/** Writes what reads as lapsed, or what `reason` says. Does nothing once it is decided. */
export const lapse = ({ transaction }: Pick<Services, 'transaction'>, id: number, reason?: Reason) =>
  transaction(async (tx) => {
    const request = await lockApproval(tx, id);
    if (!request || request.decided_at) return;
    const found = request.reason ?? reason;
    if (found) await writeLapse(tx, request, found);
  });
