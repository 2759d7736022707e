import type { Tx } from '../../../db/transaction';
import { object } from '../../contract/fields';
import { backfillNext, partOf } from '../../jobs/backfill';
import { job } from '../../jobs/job';

const LINES_PER_TRANSACTION = 2_000;

const TAKE_FROM_PRODUCTS = `update purchase_order_products line
    set msrp_cents = coalesce(line.msrp_cents, products.msrp_cents),
        condition = coalesce(line.condition, products.condition)
   from products
  where products.id = line.product_id and line.id = any(?)`;

async function fill(tx: Tx, after: number) {
  const ids = await tx('purchase_order_products')
    .where('id', '>', after)
    .orderBy('id')
    .limit(LINES_PER_TRANSACTION)
    .pluck('id');
  await tx.raw(TAKE_FROM_PRODUCTS, [ids]);
  return partOf(ids);
}

const orderLines = { table: 'order_line_backfill', limit: LINES_PER_TRANSACTION, fill } as const;

/** Lines from before the columns take the product's MSRP and condition. Goes on where it was cut off. */
export const backfillOrderLines = job('backfill-order-lines', object({}), async ({ transaction }) => {
  while ((await transaction((tx) => backfillNext(tx, orderLines))) === LINES_PER_TRANSACTION);
});
