import type { PriceGuideRow } from '../../db/tables';
import { categoryLabels } from '../contract/categories';
import { conditionLabels } from '../contract/product-conditions';
import type { DealCount, MarketGuide, OwnDeals } from './contract';
import type { OwnDealsRow } from './queries';

const MIN_OWN_FOR_MEDIAN = 3;

const STEPS: readonly [number, DealCount][] = [
  [100, '100+'],
  [50, '50+'],
  [25, '25+'],
];

const labelOf = ({ category, condition }: PriceGuideRow) =>
  [
    categoryLabels[category as keyof typeof categoryLabels] ?? category,
    condition && conditionLabels[condition],
  ]
    .filter(Boolean)
    .join(', ');

export const marketDocument = (row: PriceGuideRow | undefined): MarketGuide | null =>
  row
    ? {
        label: labelOf(row),
        p25: row.p25,
        p50: row.p50,
        p75: row.p75,
        deals: STEPS.find(([least]) => row.deals >= least)?.[1] ?? '10+',
      }
    : null;

export function ownDocument(row: OwnDealsRow | undefined): OwnDeals {
  if (!row || row.unit_cents === null || row.quantity === null || !row.at || row.purchase_order_id === null)
    return { count: 0, last: null, median_percent_of_asking: null };
  const { unit_cents, quantity, at, purchase_order_id } = row;
  return {
    count: row.count,
    last: { unit_cents, quantity, at: at.toISOString(), purchase_order_id },
    median_percent_of_asking: row.count >= MIN_OWN_FOR_MEDIAN ? row.median : null,
  };
}
