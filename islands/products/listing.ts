import { counted } from '../../server/contract/money';
import type { ListingAnswer, ProductCard, SearchAnswer } from '../../server/products/contract';

export interface Pages {
  /** The latest response that has counts and headings. */
  answer: ListingAnswer;
  products: readonly ProductCard[];
  pages: number;
  /** From the first page; later listings are not in the list. */
  newest: string | null;
}

export const firstPage = (answer: ListingAnswer): Pages => ({
  answer,
  products: answer.products,
  pages: 1,
  newest: answer.newest,
});

/** Adds a page; products that arrive twice keep their first position. */
export function withNextPage(known: Pages, answer: ListingAnswer): Pages {
  const seen = new Set(known.products.map(({ id }) => id));
  const fresh = answer.products.filter(({ id }) => !seen.has(id));
  const figures = answer.count === null ? known.answer : answer;
  const { sellers } = known.answer;
  return {
    answer: { ...figures, next_cursor: answer.next_cursor, ...(sellers && { sellers }) },
    products: [...known.products, ...fresh],
    pages: known.pages + 1,
    newest: known.newest,
  };
}

export const withCounts = (
  known: Pages,
  { products, next_cursor, corrected, ...figures }: SearchAnswer,
): Pages => ({
  ...known,
  answer: { ...known.answer, ...figures },
});

export function headline(count: number | null, isNarrowed: boolean): string {
  if (count === 0) return 'No matches';
  if (!isNarrowed) return 'All results';
  if (count === null) return 'Counting…';
  return `Showing ${counted(count, 'result')}`;
}
