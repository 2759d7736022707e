import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
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
export async function payOutByStaff(tx: Tx, { id }: PurchaseOrderRow) {
  if (await isInPayout(tx, id)) return;
  await markReleased(tx, id);
  await tx.events.payoutsPaid(await payOutSingly(tx, [id], 'Marked by staff'), { actor: 'staff' });
}

const isInPayout = async (tx: Tx, purchase_order_id: number) =>
  (await tx('payout_items').where({ purchase_order_id, void: false, adjustment_id: null }).first('id')) !==
  undefined;

export async function postMoneyReturned(tx: Tx, { id }: PurchaseOrderRow) {
  await postPaid(tx, [id]);
  await postAdjustments(tx, [id]);
}
