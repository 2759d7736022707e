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

/** The last `days` UTC days including today. Canceled orders don't count. */
export async function overviewOf(db: Knex, days: OverviewDays, now = new Date()): Promise<Overview> {
  const today = Math.floor(now.getTime() / 1000 / DAY_S);
  const first = today - days + 1;
  const since = new Date(first * DAY_S * 1000);
  const bindings = { since };
  const rows = async <Row>(sql: string) => (await db.raw<{ rows: Row[] }>(sql, bindings)).rows;
  const [orders, offers, accounts, categories, sellers] = await Promise.all([
    rows<DayRow>(`
      select ${DAY} as day, sum(n)::int as n, sum(amount)::bigint as volume_cents
        from tallied('purchase_orders') where day >= utc_day(:since) and kind <> 'canceled' group by 1`),
    rows<DayRow & { answered: number; accepted: number }>(`
      select ${DAY} as day, sum(amount)::int as n,
             coalesce(sum(n) filter (where kind = 'accepted'), 0)::int as accepted,
             coalesce(sum(n) filter (where kind in ('accepted', 'rejected')), 0)::int as answered
        from tallied('offers') where day >= utc_day(:since) group by 1`),
    rows<DayRow>(`
      select ${DAY} as day, sum(n)::int as n
        from tallied('users') where day >= utc_day(:since) and kind not like 'staff %' group by 1`),
    rows<{ category: string; volume_cents: bigint; orders: number }>(`
      select kind as category, sum(amount)::bigint as volume_cents, sum(n)::int as orders
        from tallied('categories') where day >= utc_day(:since)
       group by 1 having sum(n) <> 0 order by 2 desc, 1 limit 8`),
    rows<{ id: number; name: string; volume_cents: bigint; orders: number }>(`
      select sellers.id, sellers.name, traded.volume_cents, traded.orders from (
          select seller_id, sum(total_cents)::bigint as volume_cents, count(*)::int as orders
            from purchase_orders where created_at >= :since and status <> 'canceled'
           group by 1 order by 2 desc, 1 limit 10
        ) traded join sellers on sellers.id = traded.seller_id order by 3 desc, 1`),
  ]);
  const x = Array.from({ length: days }, (_none, index) => (first + index) * DAY_S);
  const series = <Row extends DayRow>(list: readonly Row[], of: (row: Row) => number) => {
    const byDay = new Map(list.map((row) => [row.day * DAY_S, of(row)]));
    return x.map((second) => byDay.get(second) ?? 0);
  };
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const volume = series(orders, (row) => Number(row.volume_cents)).map(cents);
  const answered = sum(offers.map((row) => row.answered));
  const accepted = sum(offers.map((row) => row.accepted));
  const counted = series(orders, ({ n }) => n);
  const offered = series(offers, ({ n }) => n);
  const joined = series(accounts, ({ n }) => n);
  return {
    days,
    x,
    volume_cents: volume,
    orders: counted,
    offers: offered,
    accepted: series(offers, (row) => row.accepted),
    accounts: joined,
    totals: {
      volume_cents: cents(sum(volume)),
      orders: sum(counted),
      offers: sum(offered),
      acceptance_permille: answered === 0 ? null : Math.round((accepted * 1000) / answered),
      accounts: sum(joined),
    },
    categories: categories.map(({ category, volume_cents, orders: n }) => ({
      category,
      volume_cents: cents(volume_cents),
      orders: n,
    })),
    sellers: sellers.map(({ id, name, volume_cents, orders: n }) => ({
      id,
      name,
      volume_cents: cents(volume_cents),
      orders: n,
    })),
  };
}
