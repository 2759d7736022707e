import { idsOf } from '../../../db/rows';
import type { ProductRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { sellerKeepsEvents } from '../../accounts/company/events-since';
import type { Seller } from '../../accounts/policy';
import type { BulkAnswer } from '../manage/contract';

export const NOT_THERE = 'This product was deleted';

/** Products per transaction: short batches keep row locks brief for buyers. */
export const CHUNK = 200;
const MAX_LISTED = 200;

/** Of one batch, with the previous values. */
export interface BulkResult {
  changed: ProductRow[];
  unchanged: ProductRow[];
  refused: BulkAnswer['refused'];
}

export const NOTHING_DONE = { changed: 0, unchanged: 0, refused_count: 0, undo: null } as const;

export const counted = <Answer extends Omit<BulkAnswer, 'undo'>>(
  answer: Answer,
  { changed, unchanged, refused }: BulkResult,
): Answer => ({
  ...answer,
  changed: answer.changed + changed.length,
  unchanged: answer.unchanged + unchanged.length,
  refused_count: answer.refused_count + refused.length,
  refused: [...answer.refused, ...refused].slice(0, MAX_LISTED),
});

interface WatchedProduct extends ProductRow {
  keeps_events: boolean;
}

/** In the same order as acceptances, which prevents deadlocks. */
export async function lockedRows(tx: Tx, by: Seller, ids: readonly number[]): Promise<WatchedProduct[]> {
  const { rows } = await tx.raw<{ rows: WatchedProduct[] }>(
    `select *, ${sellerKeepsEvents('products.seller_id')} from products where id = any(?) and seller_id = ? and deleted_at is null
      order by id for no key update`,
    [[...ids], by.seller_id],
  );
  return rows;
}

/** Tells of the products that changed, as of one change of the seller's catalog. */
export async function publishChanges(
  tx: Tx,
  by: Seller,
  changed: readonly ProductRow[],
  locked: readonly WatchedProduct[],
) {
  for (const { id } of changed) await tx.events.productChanged(id);
  await tx.events.catalogChanged({
    sellerId: by.seller_id,
    productIds: idsOf(changed),
    by: { actor: 'seller', userId: by.id },
    keepsEvents: locked.some(({ keeps_events }) => keeps_events),
  });
}
