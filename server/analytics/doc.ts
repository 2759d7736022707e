import {
  cents,
  count,
  day,
  decimal,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  tagged,
  text,
  units,
} from '../openapi/answer';
import {
  type Analytics,
  type AnalyticsBucket,
  analyticsDays,
  exportAnalytics,
  type Figures,
  type PeriodFigures,
  type ProductFigures,
  showAnalytics,
} from './contract';

const period = {
  views: count,
  offers: count,
  accepted: count,
  acceptance_percent: nullable(decimal),
  units_sold: units,
  gross_cents: cents,
  net_cents: cents,
} as const;

const figures = {
  ...period,
  median_days_to_first_offer: nullable(decimal),
  sell_through_percent: nullable(decimal),
} as const;

const query = { days: 30 };

const doc = tagged('Analytics');

export default [
  doc(showAnalytics, {
    summary: 'Show views, offers and sales of a period',
    answer: object<Analytics>({
      days: oneOf(analyticsDays),
      product: nullable(object<{ id: number; name: string }>({ id, name: text })),
      totals: object<Figures>(figures),
      previous: nullable(object<PeriodFigures>(period)),
      series: list(object<AnalyticsBucket>({ ...period, from: day, to: day })),
      products: list(
        object<ProductFigures>({
          ...figures,
          product_id: id,
          name: text,
          image: nullable(text),
          deleted: flag,
        }),
      ),
    }),
    query,
  }),
  doc(exportAnalytics, {
    summary: 'Download the figures of every product as CSV',
    answer: 'text/csv',
    query,
  }),
];
