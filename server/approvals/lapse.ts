import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { SYSTEM } from '../offers/offer';
import type { Services } from '../services';
import { requestEnded } from './mailer';
import { type ApprovalRow, lockApproval } from './queries';

type Reason = NonNullable<ApprovalRow['reason']>;

/** The last move since the request. Changes of a cart are no moves: whose they are is not recorded. */
const lastMover = statement<{ user_id: number | null }>(
  'last move since approval',
  'select user_id from offer_history where offer_id = $1 and at >= $2 order by id desc limit 1',
);

/** The requester doesn't need a mail about a change that they made themselves. */
async function isByAnother(tx: Tx, { offer_id, created_at, requested_by }: ApprovalRow, reason: Reason) {
  if (reason !== 'changed') return true;
  const [move] = await lastMover(tx, [offer_id, created_at]);
  return move !== undefined && move.user_id !== requested_by;
}

/** Under the request's lock. `by`: who replaced it. */
export async function writeLapse(tx: Tx, request: ApprovalRow, reason: Reason, by?: number) {
  const [lapsed] = await tx('approval_requests')
    .where({ id: request.id, status: 'requested' })
    .update({ status: 'lapsed', reason, decided_at: tx.fn.now() })
    .returning('id');
  if (!lapsed) return;
  const ended = { ...request, status: 'lapsed', reason } as const;
  await tx.events.approvalChanged(ended, by === undefined ? SYSTEM : { actor: 'buyer', userId: by });
  if (by !== request.requested_by && (await isByAnother(tx, request, reason))) await requestEnded(tx, ended);
}

/** Writes what reads as lapsed, or what `reason` says. Does nothing once it is decided. */
export const lapse = ({ transaction }: Pick<Services, 'transaction'>, id: number, reason?: Reason) =>
  transaction(async (tx) => {
    const request = await lockApproval(tx, id);
    if (!request || request.decided_at) return;
    const found = request.reason ?? reason;
    if (found) await writeLapse(tx, request, found);
  });
