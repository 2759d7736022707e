import type { Db } from '../../../db/connection';
import type { ClassifiedRow } from '../rows';
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

  async result(db: Db, sellerId: number): Promise<Absent> {
    if (!this.#isComplete) return { ids: null, figures: null };
    const listed = await listedWithUnits(db, sellerId);
    const ids = listed.filter((id) => !this.#found.has(id));
    return { ids, figures: { count: ids.length, of: listed.length } };
  }
}

const listedWithUnits = (db: Db, sellerId: number): Promise<number[]> =>
  db('products')
    .where({ seller_id: sellerId, provisional: false, paused: false, deleted_at: null })
    .where('units', '>', 0)
    .orderBy('id')
    .pluck('id');
