import { formatUnits } from '../../server/contract/money';
import type { ProductCard, SearchAnswer } from '../../server/products/contract';

/** The pages of a listing that are there so far. */
export interface Pages {
  /** Counts and headings: those of the latest answer. */
  answer: SearchAnswer;
  products: readonly ProductCard[];
  pages: number;
}

export const firstPage = (answer: SearchAnswer): Pages => ({ answer, products: answer.products, pages: 1 });

/** One page more. A product that came along twice stands where it came first. */
export function withNextPage(known: Pages, answer: SearchAnswer): Pages {
  const seen = new Set(known.products.map(({ id }) => id));
  const fresh = answer.products.filter(({ id }) => !seen.has(id));
  return { answer, products: [...known.products, ...fresh], pages: known.pages + 1 };
}

/** What stands above the results (spec 1, section 2; contract section 7, Search). */
export function headline(count: number, isNarrowed: boolean): string {
  if (count === 0) return 'No matches';
  if (!isNarrowed) return 'All results';
  return `Showing ${formatUnits(count)} ${count === 1 ? 'result' : 'results'}`;
}
