import type { Tx } from '../../../db/transaction';
import { object } from '../../contract/fields';
import { job } from '../../jobs/job';

const LINES_PER_TRANSACTION = 2_000;

async function fillNext(tx: Tx): Promise<number> {
  const progress = await tx('order_line_backfill').forUpdate().first();
  if (!progress || progress.finished_at) return 0;
  const lines = await tx('purchase_order_products')
    .where('id', '>', progress.after_id)
    .orderBy('id')
    .limit(LINES_PER_TRANSACTION)
    .select('id');
  const ids = lines.map(({ id }) => id);
  await tx.raw(
    `update purchase_order_products line
        set msrp_cents = coalesce(line.msrp_cents, products.msrp_cents),
            condition = coalesce(line.condition, products.condition)
       from products
      where products.id = line.product_id and line.id = any(?)`,
    [ids],
  );
  await tx('order_line_backfill').update({
    after_id: ids.at(-1) ?? progress.after_id,
    finished_at: ids.length < LINES_PER_TRANSACTION ? tx.fn.now() : null,
  });
  return ids.length;
}

/** Lines from before the columns take the product's MSRP and condition. Goes on where it was cut off. */
export const backfillOrderLines = job('backfill-order-lines', object({}), async ({ transaction }) => {
  while ((await transaction(fillNext)) === LINES_PER_TRANSACTION);
});
