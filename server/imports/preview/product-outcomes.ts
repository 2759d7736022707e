import { joinOutcomes } from '../chunk';
import type { ProductCounts } from '../contract';
import type { Merged } from '../merge';
import type { ClassifiedRow } from './classify';

/** Counts products by the outcome of all rows with their UPC, as the import will. */
export class ProductOutcomes {
  readonly #products = new Map<string, Pick<Merged, 'outcome' | 'provisional'>>();

  add({ row, merged }: ClassifiedRow) {
    if (!merged) return;
    const earlier = this.#products.get(row.upc);
    const outcome = earlier ? joinOutcomes(earlier.outcome, merged.outcome) : merged.outcome;
    this.#products.set(row.upc, { outcome, provisional: merged.provisional });
  }

  counts(): ProductCounts {
    const products = [...this.#products.values()];
    const count = (wanted: Merged['outcome']) => {
      const same = products.filter(({ outcome }) => outcome === wanted);
      return { products: same.length, incomplete: same.filter(({ provisional }) => provisional).length };
    };
    return { new: count('created'), changed: count('updated'), unchanged: count('unchanged') };
  }
}
