import { idsOf } from '../../db/rows';
import type { ImportedCsvRow, ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { fillMany } from '../products/import-writes';
import type { Services } from '../services';

/** Products per transaction: short batches keep row locks brief for buyers. */
const CHUNK = 500;

type Absent = Pick<
  ImportedCsvRow,
  'id' | 'seller_id' | 'user_id' | 'absent_ids' | 'absent_at' | 'units_counted_at'
>;

/** Sells out the products that the file lacks; those that were edited since it was read stay. May run twice. */
export async function markSoldOut(
  { transaction }: Pick<Services, 'transaction'>,
  record: Absent,
): Promise<void> {
  const ids = record.absent_ids ?? [];
  for (let at = 0; at < ids.length; at += CHUNK)
    await transaction(async (tx) => {
      const running = await tx('imported_csvs')
        .where({ id: record.id, status: 'importing' })
        .forUpdate()
        .first('sold_out_count');
      if (!running) return;
      const soldOut = await sellOut(tx, record, ids.slice(at, at + CHUNK));
      await tx('imported_csvs')
        .where({ id: record.id })
        .update({ sold_out_count: running.sold_out_count + soldOut, updated_at: tx.fn.now() });
    });
}

async function sellOut(tx: Tx, record: Absent, ids: readonly number[]): Promise<number> {
  const { rows } = await tx.raw<{ rows: ProductRow[] }>(
    `select * from products where id = any(?) and seller_id = ? and deleted_at is null and units > 0
      order by id for no key update`,
    [[...ids], record.seller_id],
  );
  const edited = await editedSince(tx, idsOf(rows), record.absent_at);
  const products = rows
    .filter((product) => !edited.has(product.id) && !isNewerThan(record.units_counted_at, product))
    .map((before) => ({
      before,
      input: { units: 0n },
      provisional: before.provisional,
      provisional_errors: before.provisional_errors,
    }));
  await fillMany(tx, record.seller_id, products, {
    source: 'import',
    importId: record.id,
    userId: record.user_id,
    countedAt: record.units_counted_at ?? record.absent_at,
  });
  return products.length;
}

/** A count says nothing of products that were added after it, nor of units that were set then. */
export const isNewerThan = (
  count: Date | null,
  { created_at, counted_at }: Pick<ProductRow, 'created_at' | 'counted_at'>,
): boolean => count !== null && (created_at > count || (counted_at !== null && counted_at > count));

/** Also what this import sold out before it was interrupted, and the seller put back on sale. */
async function editedSince(tx: Tx, ids: readonly number[], since: Date | null): Promise<ReadonlySet<number>> {
  if (!since) return new Set(ids);
  const edited = await tx('product_changes')
    .whereIn('product_id', [...ids])
    .where('at', '>', since)
    .distinct('product_id');
  return new Set(edited.map(({ product_id }) => product_id));
}
