import type { Knex } from 'knex';
import { cents } from '../contract/money';
import type { Overview, OverviewDays } from './overview-contract';

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
    from tallied('users') where day >= utc_day(:since) and kind not like 'staff %' group by 1`;

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

/** The last `days` UTC days including today. */
export async function overviewOf(db: Knex, days: OverviewDays, now = new Date()): Promise<Overview> {
  const first = Math.floor(now.getTime() / 1000 / DAY_S) - days + 1;
  const since = new Date(first * DAY_S * 1000);
  const rows = async <Row>(sql: string) => (await db.raw<{ rows: Row[] }>(sql, { since })).rows;
  const [orders, offers, accounts, categories, sellers] = await Promise.all([
    rows<DayRow>(ORDERS),
    rows<DayRow & { answered: number; accepted: number }>(OFFERS),
    rows<DayRow>(ACCOUNTS),
    rows<Traded & { category: string }>(CATEGORIES),
    rows<Traded & { id: number; name: string }>(SELLERS),
  ]);
  const x = Array.from({ length: days }, (_none, index) => (first + index) * DAY_S);
  const series = <Row extends DayRow>(list: readonly Row[], of: (row: Row) => number) => {
    const byDay = new Map(list.map((row) => [row.day * DAY_S, of(row)]));
    return x.map((second) => byDay.get(second) ?? 0);
  };
  const daily = {
    volume_cents: series(orders, (row) => Number(row.volume_cents)).map(cents),
    orders: series(orders, ({ n }) => n),
    offers: series(offers, ({ n }) => n),
    accepted: series(offers, (row) => row.accepted),
    accounts: series(accounts, ({ n }) => n),
  };
  const answered = sum(offers.map((row) => row.answered));
  const accepted = sum(offers.map((row) => row.accepted));
  return {
    days,
    x,
    ...daily,
    totals: {
      volume_cents: cents(sum(daily.volume_cents)),
      orders: sum(daily.orders),
      offers: sum(daily.offers),
      acceptance_permille: answered === 0 ? null : Math.round((accepted * 1000) / answered),
      accounts: sum(daily.accounts),
    },
    categories: categories.map(withCents),
    sellers: sellers.map(withCents),
  };
}
