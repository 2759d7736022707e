import type { Outcome, ProductCounts } from '../contract';
import type { Merged } from '../merge';
import { type ClassifiedRow, joinOutcomes } from '../row-outcome';

type Product = Pick<Merged, 'outcome' | 'provisional'> & { differs: boolean };

/** Counts products by the outcome of all rows with their UPC, as the import will. */
export class ProductOutcomes {
  readonly #products = new Map<string, Product>();

  add({ merged }: ClassifiedRow) {
    if (!merged) return;
    const { after, provisional } = merged;
    const upc = after.upc ?? '';
    const earlier = this.#products.get(upc);
    const outcome = earlier ? joinOutcomes(earlier.outcome, merged.outcome) : merged.outcome;
    const differs = merged.differs.length > 0 || (earlier?.differs ?? false);
    this.#products.set(upc, { outcome, provisional, differs });
  }

  counts(): ProductCounts {
    const products = [...this.#products.values()];
    const of = (wanted: Outcome) => products.filter(({ outcome }) => outcome === wanted);
    const count = (some: readonly Product[]) => ({
      products: some.length,
      incomplete: some.filter(({ provisional }) => provisional).length,
    });
    const unchanged = of('unchanged');
    return {
      new: count(of('new')),
      changed: count(of('changed')),
      unchanged: count(unchanged),
      differs: count(unchanged.filter(({ differs }) => differs)),
    };
  }
}
