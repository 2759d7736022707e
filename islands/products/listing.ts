import { formatUnits } from '../../server/contract/money';
import type { ListingAnswer, ProductCard, SearchAnswer } from '../../server/products/contract';

/** The pages of a listing that are there so far. */
export interface Pages {
  /** Counts and headings: those of the latest answer that has them. */
  answer: ListingAnswer;
  products: readonly ProductCard[];
  pages: number;
  /** Of the first page: what has been listed since is nowhere in the list, or may be. */
  newest: string | null;
}

export const firstPage = (answer: ListingAnswer): Pages => ({
  answer,
  products: answer.products,
  pages: 1,
  newest: answer.newest,
});

/** One page more. A product that came along twice stands where it came first. */
export function withNextPage(known: Pages, answer: ListingAnswer): Pages {
  const seen = new Set(known.products.map(({ id }) => id));
  const fresh = answer.products.filter(({ id }) => !seen.has(id));
  const counted = answer.count === null ? known.answer : answer;
  return {
    answer: { ...counted, next_cursor: answer.next_cursor },
    products: [...known.products, ...fresh],
    pages: known.pages + 1,
    newest: known.newest,
  };
}

/** The same products, now that they have been counted. */
export const withCounts = (
  known: Pages,
  { count, total_pages, category_counts, without_tags }: SearchAnswer,
): Pages => ({
  ...known,
  answer: { ...known.answer, count, total_pages, category_counts, without_tags },
});

/** What stands above the results; null while they are counted. */
export function headline(count: number | null, isNarrowed: boolean): string {
  if (count === 0) return 'No matches';
  if (!isNarrowed) return 'All results';
  if (count === null) return 'Counting…';
  return `Showing ${formatUnits(count)} ${count === 1 ? 'result' : 'results'}`;
}
