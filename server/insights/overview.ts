import type { Knex } from 'knex';
import { cents } from '../contract/money';
import type { Overview, OverviewDays } from './overview-contract';

const DAY_S = 86_400;

/** What counts as traded: whatever was not canceled. */
const TRADED = `purchase_orders.status <> 'canceled'`;

interface DayRow {
  day: number;
  n: number;
  volume_cents: bigint;
}

/** Days begin at midnight UTC; today is the last one. */
export async function overviewOf(db: Knex, days: OverviewDays, now = new Date()): Promise<Overview> {
  const today = Math.floor(now.getTime() / 1000 / DAY_S);
  const first = today - days + 1;
  const since = new Date(first * DAY_S * 1000);
  const bindings = { since };
  const rows = async <Row>(sql: string) => (await db.raw<{ rows: Row[] }>(sql, bindings)).rows;
  const perDay = (at: string) => `floor(extract(epoch from ${at}) / ${DAY_S})::int`;
  const [orders, offers, accounts, categories, sellers] = await Promise.all([
    rows<DayRow>(`
      select ${perDay('created_at')} as day, count(*)::int as n, sum(total_cents)::bigint as volume_cents
        from purchase_orders where created_at >= :since and ${TRADED} group by 1`),
    rows<DayRow & { answered: number; accepted: number }>(`
      select ${perDay('created_at')} as day,
             count(*) filter (where submitted_at is not null or state = 'accepted')::int as n,
             count(*) filter (where state = 'accepted')::int as accepted,
             count(*) filter (where state in ('accepted', 'rejected'))::int as answered
        from offers where created_at >= :since group by 1`),
    rows<DayRow>(`
      select ${perDay('created_at')} as day, count(*)::int as n
        from users where created_at >= :since and not admin group by 1`),
    rows<{ category: string; volume_cents: bigint; orders: number }>(`
      select products.category, sum(line.total_cents)::bigint as volume_cents,
             count(distinct line.purchase_order_id)::int as orders
        from purchase_orders join purchase_order_products line on line.purchase_order_id = purchase_orders.id
        join products on products.id = line.product_id
       where purchase_orders.created_at >= :since and ${TRADED}
       group by 1 order by 2 desc, 1 limit 8`),
    rows<{ id: number; name: string; volume_cents: bigint; orders: number }>(`
      select sellers.id, sellers.name, traded.volume_cents, traded.orders from (
          select seller_id, sum(total_cents)::bigint as volume_cents, count(*)::int as orders
            from purchase_orders where created_at >= :since and ${TRADED}
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
