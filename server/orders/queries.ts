import type { Knex } from 'knex';
import type { Page } from '../../db/page';
import { statement } from '../../db/sql';
import type { OrderHistoryRow, PurchaseOrderProductRow, PurchaseOrderRow, RefundRow } from '../../db/tables';
import { AUTHOR, type AuthorColumns, authorFor, joinAuthor } from '../accounts/author';
import type { Person, Staff } from '../accounts/policy';
import { type Cents, cents, type Units } from '../contract/money';
import { zoneSql } from '../contract/time/zones';
import type { OrderActivity } from './contract';
import { LINE_PROGRESS } from './lines/progress';
import { ORDER_COLUMNS } from './order';
import { activityWithoutAmounts, readsAmounts } from './visibility/amounts';
import { readsEntry, readsReason } from './visibility/rules';

export interface OrderWithNames extends PurchaseOrderRow {
  buyer_name: string;
  seller_name: string;
  /** Of a canceled order's whole payment. */
  refund_status: Exclude<RefundRow['status'], 'manual'> | null;
  /** IANA. */
  ship_by_zone: string | null;
  ship_by_ends_at: Date | null;
}

export type OrderLine = Omit<PurchaseOrderProductRow, 'category'> & {
  seller_id: number;
  canceled_quantity: Units;
};
export type OrderStep = AuthorColumns & { readonly requested_by: { id: number; name: string } | null } & Pick<
    OrderHistoryRow,
    'purchase_order_id' | 'at' | 'actor' | 'event' | 'to_status' | 'reason'
  >;

/** To its buyer, a refund by hand is one that is on its way. */
const REFUND_STATUS = `(select case refunds.status when 'manual' then 'pending' else refunds.status end from refunds
  where refunds.purchase_order_id = purchase_orders.id and refunds.adjustment_id is null
  order by refunds.id desc limit 1) as refund_status`;

/** SQL of the zone in which an order's ship-by day ends: of its location, else of the seller's default address. */
export const SHIP_ZONE = zoneSql(`coalesce(purchase_orders.ship_from,
  (select jsonb_build_object('country', country, 'region', region, 'postal_code', postal_code) from addresses
    where addresses.seller_id = purchase_orders.seller_id and is_default and deleted_at is null))`);

/** American zones are behind UTC, so the first condition rules out most orders. */
export const IS_LATE_TO_SHIP = `purchase_orders.ship_by < (now() at time zone 'UTC')::date
  and purchase_orders.ship_by < (now() at time zone ${SHIP_ZONE})::date`;

const SHIP_BY_END = `case when purchase_orders.ship_by is not null then ${SHIP_ZONE} end as ship_by_zone,
  (purchase_orders.ship_by + 1)::timestamp at time zone
    case when purchase_orders.ship_by is not null then ${SHIP_ZONE} end as ship_by_ends_at`;

/** SQL of orders as all who see one read them; ends before its conditions. */
export const ORDERS_WITH_NAMES = `
  select ${ORDER_COLUMNS.map((column) => `purchase_orders.${column}`).join(', ')},
         buyers.name as buyer_name, sellers.name as seller_name, ${REFUND_STATUS}, ${SHIP_BY_END}
    from purchase_orders
    join buyers on buyers.id = purchase_orders.buyer_id
    join sellers on sellers.id = purchase_orders.seller_id`;

/** null in place of a party: anyone. */
export const orderOfParties = statement<OrderWithNames>(
  'order of parties',
  `${ORDERS_WITH_NAMES}
    where purchase_orders.id = $1 and ($2::int is null or purchase_orders.buyer_id = $2)
      and ($3::int is null or purchase_orders.seller_id = $3)`,
);

export function ordersSeenBy(db: Knex, { kind, buyer_id, seller_id }: Person) {
  const query = db('purchase_orders')
    .join('buyers', 'buyers.id', 'purchase_orders.buyer_id')
    .join('sellers', 'sellers.id', 'purchase_orders.seller_id')
    .select('purchase_orders.*', 'buyers.name as buyer_name', 'sellers.name as seller_name')
    .select(db.raw(REFUND_STATUS), db.raw(SHIP_BY_END));
  if (kind === 'staff') return query;
  if (kind === 'buyer') return query.where('purchase_orders.buyer_id', buyer_id);
  return query.where('purchase_orders.seller_id', seller_id);
}

const NEWEST_FIRST = [
  { column: 'purchase_orders.created_at', order: 'desc' },
  { column: 'purchase_orders.id', order: 'desc' },
];

export const allOrders = async (db: Knex, staff: Staff, { limit, offset }: Page) =>
  (await ordersSeenBy(db, staff).orderBy(NEWEST_FIRST).limit(limit).offset(offset)) as OrderWithNames[];

export async function orderCount(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `select coalesce(sum(n), 0)::int as n from tallied('purchase_orders')`,
  );
  return rows[0]?.n ?? 0;
}

const linesOfOrders = statement<OrderLine>(
  'lines of orders',
  `select lines.id, purchase_order_id, product_id, quantity, unit_cents, lines.total_cents, net_to_seller, name, upc,
          sku, image, orders.seller_id, canceled_quantity
     from purchase_order_products lines join purchase_orders orders on orders.id = purchase_order_id
     cross join ${LINE_PROGRESS}
    where purchase_order_id = any($1::int[]) order by lines.id`,
);

/** Of the step that made the order: the colleague whose request its author approved. */
const REQUESTER = `case when order_history.event = 'create' then (
    select jsonb_build_object('id', requester.id,
             'name', coalesce(nullif(requester.full_name, ''), requester.former_email, requester.email))
      from purchase_orders made
      join offer_history accepted on accepted.offer_id = made.offer_id and accepted.event = 'accept'
      join users requester on requester.id = accepted.requested_by
     where made.id = order_history.purchase_order_id limit 1) end as requested_by`;

const historyOfOrders = statement<OrderStep>(
  'history of orders',
  `select purchase_order_id, at, actor, event, to_status, reason, ${AUTHOR}, ${REQUESTER}
     from order_history ${joinAuthor('order_history.user_id')}
    where purchase_order_id = any($1::int[]) order by order_history.id`,
);

export async function linesAndHistoryOf(db: Knex, orders: readonly { id: number }[]) {
  const ids = orders.map(({ id }) => id);
  const [lines, history] = await Promise.all([linesOfOrders(db, [ids]), historyOfOrders(db, [ids])]);
  return { lines, history };
}

export interface ReturnedMoney {
  readonly amount: Cents;
  /** The seller's part of it. */
  readonly net: Cents;
}

const NOTHING_RETURNED: ReturnedMoney = { amount: cents(0), net: cents(0) };

const returnedOfOrders = statement<ReturnedMoney & { id: number }>(
  'money returned of orders',
  `select purchase_order_id as id, sum(goods_cents + freight_cents)::bigint as amount, sum(net_cents)::bigint as net
     from adjustments where purchase_order_id = any($1::int[]) group by purchase_order_id`,
);

/** What refunds took off each order. */
export async function returnedMoneyOf(db: Knex, orders: readonly { id: number }[]) {
  const rows = await returnedOfOrders(db, [orders.map(({ id }) => id)]);
  const byOrder = new Map(
    rows.map(({ id, amount, net }) => [id, { amount: cents(amount), net: cents(net) }]),
  );
  return ({ id }: { id: number }): ReturnedMoney => byOrder.get(id) ?? NOTHING_RETURNED;
}

const activityOfOrder = statement<Omit<OrderActivity, 'at' | 'by'> & AuthorColumns & { at: Date }>(
  'activity of an order',
  `select at, actor, event, detail, ${AUTHOR}
     from order_activity ${joinAuthor('order_activity.user_id')}
    where purchase_order_id = $1 order by order_activity.id`,
);

export async function activityOf(db: Knex, orderId: number, viewer: Person): Promise<OrderActivity[]> {
  const { kind } = viewer;
  const entries = (await activityOfOrder(db, [orderId])).filter(({ event }) => readsEntry(kind, event));
  const activity = entries.map((entry) => {
    const { at, actor, event } = entry;
    const { reason, ...detail } = entry.detail;
    return {
      at: at.toISOString(),
      actor,
      event,
      detail: reason !== undefined && readsReason(kind, entry) ? { ...detail, reason } : detail,
      ...authorFor(kind, entry),
    };
  });
  return readsAmounts(viewer) ? activity : activityWithoutAmounts(activity);
}
