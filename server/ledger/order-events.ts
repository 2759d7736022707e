import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { Conflict } from '../http/errors';
import { CLAIM_OPEN, inDraftPayout } from '../orders/staff-contract';
import { hasOpenClaim } from './open-claims';
import { payOutSingly } from './payout-items';
import { postAdjustments, postCanceled, postPaid } from './postings';
import { markReleased } from './release';

export async function postPayment(tx: Tx, { id }: PurchaseOrderRow) {
  await postPaid(tx, [id]);
}

export async function postCancellation(tx: Tx, { id, paid_at }: PurchaseOrderRow) {
  if (!paid_at) return;
  await postPaid(tx, [id]);
  await postCanceled(tx, [id]);
}

/** An order of a paid payout is settled; any other one that staff mark gets a paid payout of its own. */
export async function payOutByStaff(tx: Tx, order: PurchaseOrderRow) {
  const statuses = await livePayouts(tx, order.id);
  const draft = statuses.find(({ status }) => status === 'draft');
  if (draft) throw Conflict(inDraftPayout(draft.payout_number));
  if (statuses.some(({ adjustment_id }) => adjustment_id === null)) return;
  await requireUnclaimed(tx, order);
  await markReleased(tx, order.id);
  await payOutSingly(tx, [order.id], 'Marked by staff');
}

export async function requireUnclaimed(tx: Tx, { id }: PurchaseOrderRow) {
  if (await hasOpenClaim(tx, id)) throw Conflict(CLAIM_OPEN);
}

const livePayouts = (tx: Tx, purchase_order_id: number) =>
  tx('payout_items')
    .join('payouts', 'payouts.id', 'payout_items.payout_id')
    .where({ purchase_order_id, void: false })
    .select('payouts.status', 'payouts.payout_number', 'payout_items.adjustment_id');

export async function postMoneyReturned(tx: Tx, { id }: PurchaseOrderRow) {
  await postPaid(tx, [id]);
  await postAdjustments(tx, [id]);
}
