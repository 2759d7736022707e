import type { Knex } from 'knex';
import { containsPattern } from '../../../db/like';
import { pageOf } from '../../../db/page';
import type { Staff } from '../../accounts/policy';
import type { Config } from '../../config/config';
import type { ListSearch, ListSort } from '../../lists/contract';
import { inDays } from '../../lists/find';
import { eventBlocksOf } from '../event-blocks';
import { orderSorts } from '../lists/search';
import { type OrderWithNames, ordersSeenBy, returnedMoneyOf } from '../queries';
import { type OrderStatus, orderStatuses } from '../rules';
import { adminOrder } from '../serializer';
import type { AdminPurchaseOrder, AdminPurchaseOrders, StaffOrder } from './contract';

interface Matching extends Pick<ListSearch, 'from' | 'to'> {
  query?: string | undefined;
}

interface OrderFilter extends Matching {
  page: number;
  per: number;
  status?: string | undefined;
  sort?: ListSort | '' | undefined;
}

/** By number or party; each part of the union uses its own index. */
const FOUND = `
  select id from purchase_orders where po_number ilike :like
  union select id from purchase_orders where buyer_id in (select id from buyers where name ilike :like)
  union select id from purchase_orders where seller_id in (select id from sellers where name ilike :like)`;

/** SQL conditions and their values; null where every order matches. */
function matching({ query = '', from, to }: Matching) {
  const text = query.trim();
  if (!text && !from && !to) return null;
  const days = inDays('purchase_orders.created_at', { from, to });
  return {
    sql: `${days} and ${text ? `purchase_orders.id in (${FOUND})` : 'true'}`,
    values: { from: from || null, to: to || null, like: containsPattern(text) },
  };
}

async function countsByStatus(db: Knex, matched: ReturnType<typeof matching>) {
  const { rows } = await db.raw<{ rows: { status: OrderStatus; n: number }[] }>(
    matched
      ? `select status, count(*)::int as n from purchase_orders where ${matched.sql} group by status`
      : `select kind as status, sum(n)::int as n from tallied('purchase_orders') group by kind`,
    matched?.values ?? {},
  );
  const counts = Object.fromEntries(orderStatuses.map((name) => [name, 0])) as Record<OrderStatus, number>;
  for (const { status, n } of rows) counts[status] = n;
  return counts;
}

export async function allPurchaseOrders(
  { db, config }: { db: Knex; config: Pick<Config, 'unpaidOrderHours'> },
  viewer: Staff,
  { page, per, status, sort, ...filter }: OrderFilter,
): Promise<AdminPurchaseOrders> {
  const { limit, offset } = pageOf({ page, per });
  const matched = matching(filter);
  const listed = ordersSeenBy(db, viewer)
    .orderByRaw(orderSorts('purchase_orders', config)[sort || 'newest'])
    .limit(limit)
    .offset(offset);
  if (matched) listed.whereRaw(matched.sql, matched.values);
  if (status) listed.where('purchase_orders.status', status);
  const [orders, counts] = await Promise.all([
    listed as unknown as Promise<OrderWithNames[]>,
    countsByStatus(db, matched),
  ]);
  const total = status
    ? (counts[status as OrderStatus] ?? 0)
    : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { data: await adminOrders(db, orders), meta: { total, counts } };
}

async function adminOrders(db: Knex, orders: readonly OrderWithNames[]): Promise<AdminPurchaseOrder[]> {
  const [returnedOf, blocksOf] = await Promise.all([returnedMoneyOf(db, orders), eventBlocksOf(db, orders)]);
  return orders.map((order) => adminOrder(order, { returned: returnedOf(order), blocks: blocksOf(order) }));
}

export const adminOrderOf = async (db: Knex, order: OrderWithNames): Promise<AdminPurchaseOrder> =>
  (await adminOrders(db, [order]))[0] as AdminPurchaseOrder;

type Parties = Pick<StaffOrder, 'buyer' | 'seller' | 'offer_number'>;

export async function partiesOf(
  db: Knex,
  { buyer_id, seller_id, offer_id }: Pick<OrderWithNames, 'buyer_id' | 'seller_id' | 'offer_id'>,
): Promise<Parties> {
  const person = (where: object) =>
    db('users')
      .where({ ...where, is_primary: true })
      .first('id', db.raw('email::text as email'), 'full_name');
  const [buyer, seller, offer] = await Promise.all([
    person({ buyer_id }),
    person({ seller_id }),
    db('offers').where({ id: offer_id }).first('offer_number'),
  ]);
  return { buyer: buyer ?? null, seller: seller ?? null, offer_number: offer?.offer_number ?? '' };
}
