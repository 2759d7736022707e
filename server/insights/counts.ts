import type { Knex } from 'knex';
import type { UserStatus } from '../accounts/contract';
import type { InsightsCounts, PeopleCounts } from './counts-contract';

interface PeopleRow {
  kind: 'buyer' | 'seller';
  status: UserStatus;
  n: number;
}

/** Those who created a password count as approved, and as nothing else (spec 2, section 4). */
function people(rows: readonly PeopleRow[], kind: PeopleRow['kind']): PeopleCounts {
  const of = (...statuses: UserStatus[]) =>
    rows
      .filter((row) => row.kind === kind && statuses.includes(row.status))
      .reduce((sum, { n }) => sum + n, 0);
  return {
    count: of('provisional', 'denied', 'approved', 'password_created', 'onboarded'),
    onboarded: of('onboarded'),
    approved: of('approved', 'password_created'),
    denied: of('denied'),
    provisional: of('provisional'),
  };
}

const total = (rows: readonly { n: number }[]) => rows.reduce((sum, { n }) => sum + n, 0);

/** What stands on the folded sections. */
export async function countsOf(db: Knex): Promise<InsightsCounts> {
  const rows = async <Row>(sql: string) => (await db.raw<{ rows: Row[] }>(sql)).rows;
  const [orders, offers, users, products] = await Promise.all([
    rows<{ name: string; n: number }>(
      'select status as name, count(*)::int as n from purchase_orders group by status',
    ),
    rows<{ name: string; n: number }>('select state as name, count(*)::int as n from offers group by state'),
    rows<PeopleRow>(`
      select case when buyer_id is not null then 'buyer' else 'seller' end as kind, status, count(*)::int as n
        from users where not admin group by 1, 2`),
    rows<{ n: number; units: string }>(`
      select count(*)::int as n, coalesce(sum(units), 0)::text as units from products where deleted_at is null`),
  ]);
  const named = (list: readonly { name: string; n: number }[]) =>
    Object.fromEntries(list.map(({ name, n }) => [name, n]));
  return {
    purchase_orders: { count: total(orders), by_status: named(orders) },
    products: { count: products[0]?.n ?? 0, total_units: BigInt(products[0]?.units ?? 0) },
    buyers: people(users, 'buyer'),
    sellers: people(users, 'seller'),
    offers: { count: total(offers), by_state: named(offers) },
  };
}
