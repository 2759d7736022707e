import type { ProductCard as Card } from '../../server/products/contract';

export interface ResultsGridProps {
  products: readonly Card[];
  /** The total, loaded or not; -1 while unknown, as in aria-setsize. */
  count: number;
  label: string;
  withoutSeller?: boolean | undefined;
}
