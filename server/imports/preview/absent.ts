import type { Db } from '../../../db/connection';
import { idsOf } from '../../../db/rows';
import type { ImportPreviewRow } from '../../../db/tables';
import type { ClassifiedRow } from '../row-outcome';
import { isNewerThan } from '../sold-out';
import type { PreviewSummary } from './contract';

export interface Absent {
  /** In id order; null where the file can't tell, because rows of it are refused. */
  readonly ids: number[] | null;
  readonly figures: PreviewSummary['absent'];
  readonly inOtherFiles: number;
}

/** Products that are for sale and not in the file. */
export class AbsentProducts {
  readonly #found = new Set<number>();
  #isComplete = true;

  add({ before, status }: ClassifiedRow) {
    if (status === 'refused') this.#isComplete = false;
    if (before?.id) this.#found.add(before.id);
  }

  /** Without those that were added, or whose units were set, after the count that the seller names. */
  async result(db: Db, preview: Pick<ImportPreviewRow, 'seller_id' | 'units_counted_at'>): Promise<Absent> {
    if (!this.#isComplete) return { ids: null, figures: null, inOtherFiles: 0 };
    const listed = await listedWithUnits(db, preview.seller_id);
    const ids = idsOf(
      listed.filter(
        (product) => !this.#found.has(product.id) && !isNewerThan(preview.units_counted_at, product),
      ),
    );
    const inOtherFiles = await importedLately(db, preview.seller_id, ids);
    return { ids, figures: { count: ids.length, of: listed.length }, inOtherFiles };
  }
}

const listedWithUnits = (db: Db, sellerId: number) =>
  db('products')
    .where({ seller_id: sellerId, provisional: false, paused: false, deleted_at: null })
    .where('units', '>', 0)
    .orderBy('id')
    .select('id', 'created_at', 'counted_at');

/** How many of the products were in files that the seller imported within 24 hours: of another warehouse, say. */
async function importedLately(db: Db, sellerId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await db.raw<{ rows: { products: number }[] }>(
    `select count(distinct product_id)::int as products
       from imported_csvs import
       join imported_products on import_id = import.id
      where import.seller_id = ? and import.created_at > now() - interval '24 hours' and undone_at is null
        and product_id = any(?)`,
    [sellerId, [...ids]],
  );
  return rows[0]?.products ?? 0;
}
