import type { Tx } from '../../db/transaction';
import { object } from '../contract/fields';
import { job } from '../jobs/job';
import type { Services } from '../services';
import { payOutSingly } from './payout-items';
import { postAdjustments, postCanceled, postPaid, postReleased } from './postings';

const ORDERS_PER_TRANSACTION = 500;

/** Goes on where it was cut off; keys make every part repeatable. Returns how many orders it looked at. */
export async function backfill({ transaction }: Pick<Services, 'transaction'>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await transaction(backfillNext);
    total += count;
    if (count < ORDERS_PER_TRANSACTION) return total;
  }
}

async function backfillNext(tx: Tx): Promise<number> {
  const progress = await tx('ledger_backfill').forUpdate().first();
  if (!progress || progress.finished_at) return 0;
  const orders = await tx('purchase_orders')
    .where('id', '>', progress.after_id)
    .orderBy('id')
    .limit(ORDERS_PER_TRANSACTION)
    .forUpdate()
    .select('id');
  const ids = orders.map(({ id }) => id);
  await writeEarlierOrders(tx, ids);
  await tx('ledger_backfill').update({
    after_id: ids.at(-1) ?? progress.after_id,
    finished_at: ids.length < ORDERS_PER_TRANSACTION ? tx.fn.now() : null,
  });
  return ids.length;
}

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
  await payOutSingly(tx, await paidOut(tx, ids), 'Before the ledger');
}

const paidOut = (tx: Tx, ids: readonly number[]): Promise<number[]> =>
  tx('purchase_orders').whereIn('id', ids).whereIn('status', ['paid_in_full', 'completed']).pluck('id');

/** Starts over, for rows that were written past the product's own acts. */
export async function backfillAgain(tx: Tx): Promise<void> {
  await tx('ledger_backfill').update({ after_id: 0, finished_at: null });
  while ((await backfillNext(tx)) === ORDERS_PER_TRANSACTION);
}

export const backfillLedger = job('backfill-ledger', object({}), async (services) => {
  const count = await backfill(services);
  if (count > 0) services.log.info({ orders: count }, 'earlier orders written into the ledger');
});
