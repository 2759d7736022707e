import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import { cents } from '../contract/money';
import type { Services } from '../services';
import type { InsightsTotals, Resource } from './contract';
import { countOf, type ListFilter, onePage, totalsOf } from './list-query';
import { type ListRows, serializers } from './rows';

async function counted({ replica }: Services, { sql, bindings }: ReturnType<typeof countOf>) {
  const { rows } = await replica.db().raw<{ rows: { n: number }[] }>(sql, bindings);
  return rows[0]?.n ?? 0;
}

export const totalOfList = (services: Services, resource: Resource, filter: ListFilter) =>
  counted(services, countOf(resource, filter));

export async function pageOfList<Name extends Resource>(
  services: Services,
  resource: Name,
  filter: ListFilter,
) {
  const db = services.replica.db();
  const request = { ...filter, page: filter.page ?? 1, per: filter.per ?? STAFF_ROWS_PER_PAGE };
  const query = countOf(resource, filter);
  const count = () => counted(services, query);
  const read = async (total: number | null) => {
    const { sql, bindings } = onePage(resource, request, total);
    const { rows } = await db.raw<{ rows: ListRows[Name][] }>(sql, bindings);
    return serializers[resource](db, rows);
  };
  // A slow count runs in parallel with the page.
  if (!query.cheap) {
    const [total, rows] = await Promise.all([count(), read(null)]);
    return { rows, total };
  }
  const total = await count();
  return { rows: await read(total), total };
}

/** Sums are exact up to 2^53 − 1 and stay there above. */
const sum = (column: string) => `least(coalesce(sum(${column}), 0), 9007199254740991)::bigint`;

const ORDER_SUMS = `${sum('t.total_cents')} as total_cents, ${sum('t.total_net_to_seller')} as total_net_to_seller,
  ${sum('t.fee_cents')} as profit_cents, coalesce(sum(t.total_units), 0)::text as total_units`;
const OFFER_SUMS = `${sum('totals.total_cents')} as total_cents, coalesce(sum(totals.total_units), 0)::text as total_units`;
const PRODUCT_SUMS = `coalesce(sum(t.units), 0)::text as total_units`;

const SUMS: Partial<Record<Resource, { columns: string; join: string }>> = {
  purchase_order: { columns: ORDER_SUMS, join: '' },
  offer: { columns: OFFER_SUMS, join: 'left join offer_totals totals on totals.offer_id = t.id' },
  product: { columns: PRODUCT_SUMS, join: '' },
};

interface TotalsRow {
  total_cents?: bigint;
  total_net_to_seller?: bigint;
  profit_cents?: bigint;
  total_units: string;
}

const toTotals = ({
  total_cents,
  total_net_to_seller,
  profit_cents,
  total_units,
}: TotalsRow): InsightsTotals => ({
  ...(total_cents !== undefined && { total_cents: cents(total_cents) }),
  ...(total_net_to_seller !== undefined && { total_net_to_seller: cents(total_net_to_seller) }),
  ...(profit_cents !== undefined && { profit_cents: cents(profit_cents) }),
  total_units: BigInt(total_units),
});

export async function totalsOfList({ replica }: Services, resource: Resource, filter: ListFilter) {
  const sums = SUMS[resource];
  if (!sums) return {};
  const { sql, bindings } = totalsOf(resource, filter, sums);
  const { rows } = await replica.db().raw<{ rows: TotalsRow[] }>(sql, bindings);
  return rows[0] ? toTotals(rows[0]) : {};
}
