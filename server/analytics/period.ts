import { DAY_MS } from '../contract/durations';
import type { Services } from '../services';
import type { Analytics, AnalyticsDays } from './contract';
import type { AnalyticsScope } from './policy';
import { factsByDay, factsByProduct, type ProductFactsRow, type Span, stockAndMedian } from './queries';
import { KEPT_DAYS } from './rules';
import { periodFigures, productFigures, seriesOf, sumOf, totalsOf } from './serializer';

const PRODUCTS_SHOWN = 50;
const MAX_EXPORTED = 20_000;

const spanOf = ({ sellerId, product }: AnalyticsScope, days: AnalyticsDays, now: Date): Span => ({
  sellerId,
  productId: product?.id ?? null,
  since: new Date((Math.floor(now.getTime() / DAY_MS) - days + 1) * DAY_MS),
});

type Source = Pick<Services, 'replica' | 'databaseClock'>;

export async function analyticsOf(
  { replica, databaseClock }: Source,
  scope: AnalyticsScope,
  days: AnalyticsDays,
): Promise<Analytics> {
  const db = replica.db();
  const span = spanOf(scope, days, databaseClock.now());
  const hasPrevious = 2 * days <= KEPT_DAYS;
  const before = new Date(span.since.getTime() - days * DAY_MS);
  const [rows, byProduct, stock] = await Promise.all([
    factsByDay(db, hasPrevious ? { ...span, since: before } : span),
    factsByProduct(db, span, PRODUCTS_SHOWN),
    stockAndMedian(db, span),
  ]);
  const isCurrent = ({ day }: { day: string }) => Date.parse(day) >= span.since.getTime();
  const byDay = rows.filter(isCurrent);
  return {
    days,
    product: scope.product,
    totals: totalsOf(byDay, stock),
    previous: hasPrevious ? periodFigures(sumOf(rows.filter((row) => !isCurrent(row)))) : null,
    series: seriesOf(byDay, span.since, days),
    products: byProduct.map(productFigures),
  };
}

export const exportedFacts = (
  { replica, databaseClock }: Source,
  scope: AnalyticsScope,
  days: AnalyticsDays,
): Promise<ProductFactsRow[]> =>
  factsByProduct(replica.db(), spanOf(scope, days, databaseClock.now()), MAX_EXPORTED);
