import type { Tx } from '../../db/transaction';
import { object } from '../contract/fields';
import { backfillNext, partOf } from '../jobs/backfill';
import { job } from '../jobs/job';
import type { Services } from '../services';
import { payOutSingly } from './payout-items';
import { postAdjustments, postCanceled, postPaid, postReleased } from './postings';
import { REFERENCE_BEFORE_LEDGER } from './rules';

const ORDERS_PER_TRANSACTION = 500;

/** Goes on where it was cut off; keys make every part repeatable. Returns how many orders it looked at. */
export async function backfill({ transaction }: Pick<Services, 'transaction'>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await transaction((tx) => backfillNext(tx, orders));
    total += count;
    if (count < ORDERS_PER_TRANSACTION) return total;
  }
}

async function fill(tx: Tx, after: number) {
  const ids = await tx('purchase_orders')
    .where('id', '>', after)
    .orderBy('id')
    .limit(ORDERS_PER_TRANSACTION)
    .forUpdate()
    .pluck('id');
  await writeEarlierOrders(tx, ids);
  return partOf(ids);
}

const orders = { table: 'ledger_backfill', limit: ORDERS_PER_TRANSACTION, fill } as const;

/** Needs the orders' locks. What was paid in full counts as paid out. */
async function writeEarlierOrders(tx: Tx, ids: readonly number[]) {
  await tx.raw(
    `update purchase_orders set received_at = status_since
      where id = any(?) and status = 'received' and received_at is null`,
    [[...ids]],
  );
  await tx.raw(
    `update purchase_orders set released_at = status_since
      where id = any(?) and status in ('paid_in_full', 'completed') and released_at is null`,
    [[...ids]],
  );
  await postPaid(tx, ids);
  await postAdjustments(tx, ids);
  await postCanceled(tx, ids);
  await postReleased(tx, ids);
  await payOutSingly(tx, await paidOut(tx, ids), REFERENCE_BEFORE_LEDGER);
}

const paidOut = (tx: Tx, ids: readonly number[]): Promise<number[]> =>
  tx('purchase_orders').whereIn('id', ids).whereIn('status', ['paid_in_full', 'completed']).pluck('id');

/** Starts over, for rows that were written past the product's own acts. */
export async function backfillAgain(tx: Tx): Promise<void> {
  await tx('ledger_backfill').update({ after_id: 0, finished_at: null });
  while ((await backfillNext(tx, orders)) === ORDERS_PER_TRANSACTION);
}

export const backfillLedger = job('backfill-ledger', object({}), async (services) => {
  const count = await backfill(services);
  if (count > 0) services.log.info({ orders: count }, 'earlier orders written into the ledger');
});
