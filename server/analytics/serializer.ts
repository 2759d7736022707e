import { textCell } from '../contract/csv';
import { DAY_MS } from '../contract/durations';
import { cents, plainDollars } from '../contract/money';
import { publicUrl } from '../storage/keys';
import type { AnalyticsBucket, Figures, PeriodFigures, ProductFigures } from './contract';
import type { FactsRow, ProductFactsRow } from './queries';

const WEEK_DAYS = 7;
/** Longer periods are told by week. */
const MAX_DAILY = 60;

const NOTHING: FactsRow = {
  views: 0,
  offers: 0,
  accepted: 0,
  answered: 0,
  units_sold: 0n,
  gross_cents: cents(0),
  net_cents: cents(0),
};

const added = (a: FactsRow, b: FactsRow): FactsRow => ({
  views: a.views + b.views,
  offers: a.offers + b.offers,
  accepted: a.accepted + b.accepted,
  answered: a.answered + b.answered,
  units_sold: a.units_sold + b.units_sold,
  gross_cents: cents(a.gross_cents + b.gross_cents),
  net_cents: cents(a.net_cents + b.net_cents),
});

export const sumOf = (facts: readonly FactsRow[]) => facts.reduce(added, NOTHING);

/** With one decimal, rounded half up; null of nothing. */
const percent = (part: bigint, whole: bigint): number | null =>
  whole === 0n ? null : Number((part * 2_000n + whole) / (whole * 2n)) / 10;

export const periodFigures = (facts: FactsRow): PeriodFigures => ({
  views: facts.views,
  offers: facts.offers,
  accepted: facts.accepted,
  acceptance_percent: percent(BigInt(facts.accepted), BigInt(facts.answered)),
  units_sold: facts.units_sold,
  gross_cents: facts.gross_cents,
  net_cents: facts.net_cents,
});

interface Stock {
  readonly available: bigint;
  readonly medianDays: number | null;
}

const figures = (facts: FactsRow, { available, medianDays }: Stock): Figures => ({
  ...periodFigures(facts),
  median_days_to_first_offer: medianDays === null ? null : Math.round(medianDays * 10) / 10,
  sell_through_percent: percent(facts.units_sold, facts.units_sold + available),
});

type DayRow = FactsRow & { day: string };

const dayText = (day: number) => new Date(day).toISOString().slice(0, 10);

/** Every day of the period, whether it has facts or not. */
export function seriesOf(rows: readonly DayRow[], since: Date, days: number): AnalyticsBucket[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const all = Array.from({ length: days }, (_none, index) => dayText(since.getTime() + index * DAY_MS));
  const size = days > MAX_DAILY ? WEEK_DAYS : 1;
  const buckets: string[][] = [];
  for (let end = all.length; end > 0; end -= size) buckets.unshift(all.slice(Math.max(0, end - size), end));
  return buckets.map((bucket) => ({
    from: bucket[0] ?? '',
    to: bucket.at(-1) ?? '',
    ...periodFigures(sumOf(bucket.flatMap((day) => byDay.get(day) ?? []))),
  }));
}

export const totalsOf = (rows: readonly DayRow[], stock: Stock): Figures => figures(sumOf(rows), stock);

const stockOf = (row: ProductFactsRow): Stock => ({
  available: BigInt(row.available),
  medianDays: row.first_offer_days,
});

export const productFigures = (row: ProductFactsRow): ProductFigures => ({
  product_id: row.product_id,
  name: row.name,
  image: row.photo_1 === null ? null : publicUrl(row.photo_1, 400),
  deleted: row.deleted,
  ...figures(row, stockOf(row)),
});

export const ANALYTICS_HEADINGS = [
  'Product',
  'SKU',
  'UPC',
  'Views',
  'Offers',
  'Accepted',
  'Acceptance %',
  'Days to first offer',
  'Units sold',
  'Sell-through %',
  'Gross',
  'Net',
];

const cell = (value: number | null) => (value === null ? '' : String(value));

/** Texts of the seller are escaped, as spreadsheets would take them for formulas. */
export function analyticsCells(row: ProductFactsRow): string[] {
  const shown = productFigures(row);
  return [
    ...[row.name, row.sku ?? '', row.upc].map(textCell),
    ...[shown.views, shown.offers, shown.accepted].map(String),
    cell(shown.acceptance_percent),
    cell(shown.median_days_to_first_offer),
    String(shown.units_sold),
    cell(shown.sell_through_percent),
    plainDollars(shown.gross_cents),
    plainDollars(shown.net_cents),
  ];
}
