import type { Knex } from 'knex';
import { cents } from '../contract/money';
import type { Overview, OverviewDays, OverviewTotals } from './contract';

const DAY_S = 86_400;

interface DayRow {
  day: number;
  n: number;
  volume_cents: bigint;
}

/** Days since 1970. */
const DAY = `(day - date '1970-01-01')`;

/** `:since` is the start of the first UTC day. Canceled orders don't count. */
const ORDERS = `
  select ${DAY} as day, sum(n)::int as n, sum(amount)::bigint as volume_cents
    from tallied('purchase_orders') where day >= utc_day(:since) and kind <> 'canceled' group by 1`;

const OFFERS = `
  select ${DAY} as day, sum(amount)::int as n,
         coalesce(sum(n) filter (where kind = 'accepted'), 0)::int as accepted,
         coalesce(sum(n) filter (where kind in ('accepted', 'rejected')), 0)::int as answered
    from tallied('offers') where day >= utc_day(:since) group by 1`;

const ACCOUNTS = `
  select ${DAY} as day, sum(n)::int as n
    from tallied('users') where day >= utc_day(:since) and kind not like 'staff %'
     and kind not like '% removed' and kind not like '% key' group by 1`;

const CATEGORIES = `
  select kind as category, sum(amount)::bigint as volume_cents, sum(n)::int as orders
    from tallied('categories') where day >= utc_day(:since)
   group by 1 having sum(n) <> 0 order by 2 desc, 1 limit 8`;

const SELLERS = `
  select sellers.id, sellers.name, traded.volume_cents, traded.orders from (
      select seller_id, sum(total_cents)::bigint as volume_cents, count(*)::int as orders
        from purchase_orders where created_at >= :since and status <> 'canceled'
       group by 1 order by 2 desc, 1 limit 10
    ) traded join sellers on sellers.id = traded.seller_id order by 3 desc, 1`;

interface Traded {
  volume_cents: bigint;
  orders: number;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const withCents = <Row extends Traded>(row: Row) => ({ ...row, volume_cents: cents(row.volume_cents) });

interface OfferDayRow extends DayRow {
  answered: number;
  accepted: number;
}

interface Period {
  orders: readonly DayRow[];
  offers: readonly OfferDayRow[];
  accounts: readonly DayRow[];
}

const startOf = (day: number) => new Date(day * DAY_S * 1000);

/** The rows of two periods: the figures compare them, the rankings are of the later one. */
async function readPeriods(db: Knex, first: number, days: OverviewDays) {
  const rows = async <Row>(sql: string, since: number) =>
    (await db.raw<{ rows: Row[] }>(sql, { since: startOf(since) })).rows;
  const [orders, offers, accounts, categories, sellers] = await Promise.all([
    rows<DayRow>(ORDERS, first - days),
    rows<OfferDayRow>(OFFERS, first - days),
    rows<DayRow>(ACCOUNTS, first - days),
    rows<Traded & { category: string }>(CATEGORIES, first),
    rows<Traded & { id: number; name: string }>(SELLERS, first),
  ]);
  const daily = { orders, offers, accounts };
  return {
    current: partOf(daily, ({ day }) => day >= first),
    previous: partOf(daily, ({ day }) => day < first),
    categories,
    sellers,
  };
}

const partOf = ({ orders, offers, accounts }: Period, isPart: (row: DayRow) => boolean): Period => ({
  orders: orders.filter(isPart),
  offers: offers.filter(isPart),
  accounts: accounts.filter(isPart),
});

function dailySeries<Row extends DayRow>(
  x: readonly number[],
  list: readonly Row[],
  of: (row: Row) => number,
) {
  const byDay = new Map(list.map((row) => [row.day * DAY_S, of(row)]));
  return x.map((second) => byDay.get(second) ?? 0);
}

const dailyFigures = (x: readonly number[], { orders, offers, accounts }: Period) => ({
  volume_cents: dailySeries(x, orders, (row) => Number(row.volume_cents)).map(cents),
  orders: dailySeries(x, orders, ({ n }) => n),
  offers: dailySeries(x, offers, ({ n }) => n),
  accepted: dailySeries(x, offers, (row) => row.accepted),
  accounts: dailySeries(x, accounts, ({ n }) => n),
});

function acceptancePermille(offers: readonly OfferDayRow[]): number | null {
  const answered = sum(offers.map((row) => row.answered));
  const accepted = sum(offers.map((row) => row.accepted));
  return answered === 0 ? null : Math.round((accepted * 1000) / answered);
}

const totalsOf = ({ orders, offers, accounts }: Period): OverviewTotals => ({
  volume_cents: cents(sum(orders.map((row) => Number(row.volume_cents)))),
  orders: sum(orders.map(({ n }) => n)),
  offers: sum(offers.map(({ n }) => n)),
  acceptance_permille: acceptancePermille(offers),
  accounts: sum(accounts.map(({ n }) => n)),
});

export async function overviewOf(db: Knex, days: OverviewDays, now: Date): Promise<Overview> {
  const first = Math.floor(now.getTime() / 1000 / DAY_S) - days + 1;
  const x = Array.from({ length: days }, (_none, index) => (first + index) * DAY_S);
  const { current, previous, categories, sellers } = await readPeriods(db, first, days);
  return {
    days,
    x,
    ...dailyFigures(x, current),
    totals: totalsOf(current),
    previous: totalsOf(previous),
    categories: categories.map(withCents),
    sellers: sellers.map(withCents),
  };
}
