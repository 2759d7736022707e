import type { Db } from '../../../db/connection';
import { idsOf } from '../../../db/rows';
import type { ImportPreviewRow } from '../../../db/tables';
import type { ClassifiedRow } from '../rows';
import { isNewerThan } from '../sold-out';
import type { PreviewSummary } from './contract';

export interface Absent {
  /** In id order; null where the file can't tell, because rows of it are refused. */
  readonly ids: number[] | null;
  readonly figures: PreviewSummary['absent'];
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
    if (!this.#isComplete) return { ids: null, figures: null };
    const listed = await listedWithUnits(db, preview.seller_id);
    const ids = idsOf(
      listed.filter(
        (product) => !this.#found.has(product.id) && !isNewerThan(preview.units_counted_at, product),
      ),
    );
    return { ids, figures: { count: ids.length, of: listed.length } };
  }
}

const listedWithUnits = (db: Db, sellerId: number) =>
  db('products')
    .where({ seller_id: sellerId, provisional: false, paused: false, deleted_at: null })
    .where('units', '>', 0)
    .orderBy('id')
    .select('id', 'created_at', 'counted_at');
