import type { Knex } from 'knex';
import { DAY_MS } from '../contract/durations';
import type { Analytics, AnalyticsDays } from './contract';
import type { AnalyticsScope } from './policy';
import { factsByDay, factsByProduct, type ProductFactsRow, type Span, stockAndMedian } from './queries';
import { productFigures, seriesOf, totalsOf } from './serializer';

const PRODUCTS_SHOWN = 50;
const MAX_EXPORTED = 20_000;

const spanOf = ({ sellerId, product }: AnalyticsScope, days: AnalyticsDays): Span => ({
  sellerId,
  productId: product?.id ?? null,
  since: new Date((Math.floor(Date.now() / DAY_MS) - days + 1) * DAY_MS),
});

/** The last `days` UTC days including today. */
export async function analyticsOf(db: Knex, scope: AnalyticsScope, days: AnalyticsDays): Promise<Analytics> {
  const span = spanOf(scope, days);
  const [byDay, byProduct, stock] = await Promise.all([
    factsByDay(db, span),
    factsByProduct(db, span, PRODUCTS_SHOWN),
    stockAndMedian(db, span),
  ]);
  return {
    days,
    product: scope.product,
    totals: totalsOf(byDay, stock),
    series: seriesOf(byDay, span.since, days),
    products: byProduct.map(productFigures),
  };
}

export const exportedFacts = (
  db: Knex,
  scope: AnalyticsScope,
  days: AnalyticsDays,
): Promise<ProductFactsRow[]> => factsByProduct(db, spanOf(scope, days), MAX_EXPORTED);
