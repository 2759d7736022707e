import type { Knex } from 'knex';
import { containsPattern } from '../../db/like';
import { pageOf } from '../../db/page';
import { statement } from '../../db/sql';
import type { Staff } from '../accounts/policy';
import type { Config } from '../config/config';
import type { OwnSearch, OwnSort } from './own-search/contract';
import { inDays } from './own-search/find';
import { orderSorts } from './own-search/orders';
import { type OrderWithNames, ordersSeenBy, returnedMoneyOf } from './queries';
import { adminOrder, type EventBlocks } from './serializer';
import {
  type AdminPurchaseOrder,
  type AdminPurchaseOrders,
  CLAIM_OPEN,
  inDraftPayout,
  type StaffOrder,
} from './staff-contract';
import { type OrderStatus, orderStatuses } from './state-contract';

interface Matching extends Pick<OwnSearch, 'from' | 'to'> {
  query?: string | undefined;
}

interface OrderFilter extends Matching {
  page: number;
  per: number;
  status?: string | undefined;
  sort?: OwnSort | '' | undefined;
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

const moneyHolds = statement<{ id: number; is_claimed: boolean; payout_number: string | null }>(
  'what holds up the money of orders',
  `select orders.id,
          exists (select from claims where claims.purchase_order_id = orders.id
                   and claims.status in ('open', 'in_review')) as is_claimed,
          (select payout_number from payout_items join payouts on payouts.id = payout_items.payout_id
            where payout_items.purchase_order_id = orders.id and not payout_items.void and payouts.status = 'draft'
            limit 1) as payout_number
     from unnest($1::int[]) as orders (id)`,
);

/** What the ledger would refuse (ledger/order-events.ts). */
async function eventBlocksOf(db: Knex, orders: readonly OrderWithNames[]) {
  const settling = orders.filter(({ status }) => status === 'received' || status === 'paid_in_full');
  const holds = settling.length > 0 ? await moneyHolds(db, [settling.map(({ id }) => id)]) : [];
  const blocks = new Map(
    holds.map(({ id, is_claimed, payout_number }): [number, EventBlocks] => {
      const claimed = is_claimed ? CLAIM_OPEN : undefined;
      return [id, { pay_in_full: payout_number ? inDraftPayout(payout_number) : claimed, complete: claimed }];
    }),
  );
  return ({ id }: Pick<OrderWithNames, 'id'>): EventBlocks => blocks.get(id) ?? {};
}

type Parties = Pick<StaffOrder, 'buyer' | 'seller' | 'offer_number'>;

export async function partiesOf(
  db: Knex,
  { buyer_id, seller_id, offer_id }: Pick<OrderWithNames, 'buyer_id' | 'seller_id' | 'offer_id'>,
): Promise<Parties> {
  const person = (where: object) =>
    db('users').where(where).orderBy('id').first('id', db.raw('email::text as email'), 'full_name');
  const [buyer, seller, offer] = await Promise.all([
    person({ buyer_id }),
    person({ seller_id }),
    db('offers').where({ id: offer_id }).first('offer_number'),
  ]);
  return { buyer: buyer ?? null, seller: seller ?? null, offer_number: offer?.offer_number ?? '' };
}
