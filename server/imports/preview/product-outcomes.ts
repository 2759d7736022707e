import type { Outcome, ProductCounts } from '../contract';
import type { Merged } from '../merge';
import { type ClassifiedRow, joinOutcomes } from '../rows';

/** Counts products by the outcome of all rows with their UPC, as the import will. */
export class ProductOutcomes {
  readonly #products = new Map<string, Pick<Merged, 'outcome' | 'provisional'>>();

  add({ merged }: ClassifiedRow) {
    if (!merged) return;
    const { after, provisional } = merged;
    const upc = after.upc ?? '';
    const earlier = this.#products.get(upc);
    const outcome = earlier ? joinOutcomes(earlier.outcome, merged.outcome) : merged.outcome;
    this.#products.set(upc, { outcome, provisional });
  }

  counts(): ProductCounts {
    const products = [...this.#products.values()];
    const count = (wanted: Outcome) => {
      const same = products.filter(({ outcome }) => outcome === wanted);
      return { products: same.length, incomplete: same.filter(({ provisional }) => provisional).length };
    };
    return { new: count('new'), changed: count('changed'), unchanged: count('unchanged') };
  }
}
