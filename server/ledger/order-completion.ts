import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import { id, object } from '../contract/fields';
import { enqueue, job } from '../jobs/job';
import { applyEvent } from '../orders/transitions';
import { HAS_UNDECIDED_CLAIM } from '../orders/undecided-claims';

/** More are settled by the job, so that a request with thousands of orders ends soon. */
const ORDERS_AT_ONCE = 50;

const UNFINISHED = `(status = 'received' or status = 'paid_in_full' and not ${HAS_UNDECIDED_CLAIM})`;

const ordersOf = (db: Knex, payout_id: number) =>
  db('payout_items').where({ payout_id, void: false }).whereNull('adjustment_id').select('purchase_order_id');

const unfinished = (db: Knex, payoutId: number): Promise<{ id: number; status: string }[]> =>
  db('purchase_orders')
    .whereIn('id', ordersOf(db, payoutId))
    .whereRaw(UNFINISHED)
    .orderBy('id')
    .limit(ORDERS_AT_ONCE)
    .select('id', 'status');

/** Pays in full and completes the orders of a paid payout; the rest by a job of the same transaction. */
export async function finishOrders(tx: Tx, payoutId: number): Promise<void> {
  const orders = await unfinished(tx, payoutId);
  for (const { id: orderId } of orders) await finishOrder(tx, orderId);
  if (orders.length === ORDERS_AT_ONCE)
    await enqueue(tx, finishPayout, { payout_id: payoutId }, { key: `finish-payout-${payoutId}` });
}

async function finishOrder(tx: Tx, orderId: number) {
  const order = await tx('purchase_orders').where({ id: orderId }).forUpdate().first('status');
  if (order?.status === 'received') await applyEvent(tx, orderId, 'pay_in_full', { actor: 'system' });
  const ready = await tx('purchase_orders')
    .where({ id: orderId, status: 'paid_in_full' })
    .whereRaw(`not ${HAS_UNDECIDED_CLAIM}`)
    .first('id');
  if (ready) await applyEvent(tx, orderId, 'complete', { actor: 'system' });
}

export const finishPayout = job(
  'finish-payout',
  object({ payout_id: id().required() }),
  ({ transaction }, { payout_id }) => transaction((tx) => finishOrders(tx, payout_id)),
);

/** Orders whose claim was decided after their payout was paid. What staff pay in full, staff complete. */
export const payoutsToFinish = async (db: Knex): Promise<number[]> => {
  const { rows } = await db.raw<{ rows: { payout_id: number }[] }>(
    `select distinct payouts.id as payout_id
       from purchase_orders
       join payout_items on payout_items.purchase_order_id = purchase_orders.id
        and payout_items.adjustment_id is null and not payout_items.void
       join payouts on payouts.id = payout_items.payout_id
        and payouts.status = 'paid' and payouts.batch_id is not null
      where purchase_orders.status in ('received', 'paid_in_full') and not ${HAS_UNDECIDED_CLAIM}`,
  );
  return rows.map(({ payout_id }) => payout_id);
};
