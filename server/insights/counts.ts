import type { Knex } from 'knex';
import type { UserStatus } from '../accounts/contract';
import type { InsightsCounts, PeopleCounts } from './contract';

interface Sums {
  what: string;
  kind: string;
  n: number;
  amount: string;
}

const WHAT = ['purchase_orders', 'offers', 'users', 'products'] as const;

/** `password_created` counts as approved only (docs/rules.md#insights). */
function people(users: readonly Sums[], side: 'buyer' | 'seller'): PeopleCounts {
  const of = (...statuses: UserStatus[]) =>
    users
      .filter(({ kind }) => statuses.some((status) => kind === `${side} ${status}`))
      .reduce((sum, { n }) => sum + n, 0);
  return {
    count: of('provisional', 'denied', 'approved', 'password_created', 'onboarded'),
    onboarded: of('onboarded'),
    approved: of('approved', 'password_created'),
    denied: of('denied'),
    provisional: of('provisional'),
  };
}

const total = (rows: readonly Sums[]) => rows.reduce((sum, { n }) => sum + n, 0);
const byKind = (rows: readonly Sums[]) => Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));

const totalUnits = (products: readonly Sums[]) =>
  products.reduce((units, { amount }) => units + BigInt(amount), 0n);

const SUMS = WHAT.map(
  (what) => `
    select '${what}' as what, kind, sum(n)::int as n, sum(amount)::text as amount
      from tallied('${what}') group by kind having sum(n) <> 0`,
).join(' union all ');

export async function countsOf(db: Knex): Promise<InsightsCounts> {
  const { rows } = await db.raw<{ rows: Sums[] }>(SUMS);
  const [orders = [], offers = [], users = [], products = []] = WHAT.map((what) =>
    rows.filter((row) => row.what === what),
  );
  return {
    purchase_orders: { count: total(orders), by_status: byKind(orders) },
    products: { count: total(products), total_units: totalUnits(products) },
    buyers: people(users, 'buyer'),
    sellers: people(users, 'seller'),
    offers: { count: total(offers), by_state: byKind(offers) },
  };
}
