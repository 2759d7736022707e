import type { ProductCard as Card } from '../../server/products/contract';

export interface ResultsGridProps {
  products: readonly Card[];
  /** How many there are in all, loaded or not; -1 while they are counted, as aria-setsize says it. */
  count: number;
  label: string;
  withoutSeller?: boolean | undefined;
}
