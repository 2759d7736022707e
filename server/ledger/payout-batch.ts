import type { PayoutBatchRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import { Conflict } from '../http/errors';
import { broadcastPayouts } from './broadcast';
import { openItems } from './payout-items';

interface BatchOptions {
  readonly sellerIds?: readonly number[] | undefined;
  readonly minimum: number;
}

/** One draft payout per seller who has at least the minimum available. Throws Conflict where there is no such seller. */
export async function createBatch(tx: Tx, staff: Staff, options: BatchOptions): Promise<PayoutBatchRow> {
  const sellers = await lockSellers(tx, options);
  const orders = await lockOrders(tx, sellers);
  const [batch] = await tx('payout_batches').insert({ created_by: staff.id }).returning('*');
  if (!batch) throw new Error('The batch was not written');
  const payouts = await writePayouts(tx, batch.id, orders, options.minimum);
  if (payouts.length === 0) throw Conflict('No seller has an available balance.');
  await broadcastPayouts(tx, payouts);
  await audit(tx, staff, 'payout_batch.create', 'payout_batch', batch.id, { after: { payouts } });
  return batch;
}

/** First in the lock order, so that two batches follow each other. */
async function lockSellers(tx: Tx, { sellerIds, minimum }: BatchOptions): Promise<number[]> {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select id from sellers
      where id in (select seller_id from seller_balances where available_cents >= :minimum)
        ${sellerIds ? 'and id = any(:sellerIds)' : ''}
      order by id for no key update`,
    { minimum, sellerIds: [...(sellerIds ?? [])] },
  );
  return rows.map(({ id }) => id);
}

/** What adjustments and releases write in the meantime waits for the next batch. */
async function lockOrders(tx: Tx, sellerIds: readonly number[]): Promise<number[]> {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select id from purchase_orders
      where id in (select purchase_order_id from (${openItems('seller_id = any(:sellerIds)')}) items)
      order by id for update`,
    { sellerIds: [...sellerIds] },
  );
  return rows.map(({ id }) => id);
}

async function writePayouts(tx: Tx, batchId: number, orderIds: readonly number[], minimum: number) {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `with items as materialized (${openItems('purchase_orders.id = any(:orderIds)')}),
     due as (select seller_id, sum(amount)::bigint as amount from items group by seller_id
             having sum(amount) >= :minimum),
     written as (
       insert into payouts (batch_id, seller_id, amount_cents)
       select :batchId, seller_id, amount from due order by seller_id
       returning id, seller_id
     ), listed as (
       insert into payout_items (payout_id, purchase_order_id, adjustment_id, amount_cents)
       select written.id, purchase_order_id, adjustment_id, amount from items join written using (seller_id)
        order by purchase_order_id, adjustment_id nulls first
     )
     select id from written`,
    { batchId, orderIds: [...orderIds], minimum },
  );
  return rows.map(({ id }) => id);
}
