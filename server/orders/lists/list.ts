import type { Knex } from 'knex';
import { firstOfEach, pageOf } from '../../../db/page';
import { sqlList, statement } from '../../../db/sql';
import type { Buyer, Seller, Staff } from '../../accounts/policy';
import type { Config } from '../../config/config';
import type { ListEnd, ListRequest } from '../../lists/query';
import type { PurchaseOrdersDocument } from '../contract';
import type { LoadDocument } from '../document';
import { allOrders, ORDERS_WITH_NAMES, type OrderWithNames, orderCount } from '../queries';
import { closedStatuses, isClosed } from '../state-machine';
import { readsAmounts } from '../visibility/amounts';
import { foundOrders, ownOrderCount } from './search';

const CLOSED = sqlList(closedStatuses);

/** Ends with the id, so that no two orders share a place. */
const NEWEST_FIRST = 'created_at desc, id desc';
const DUE_FIRST = `status <> 'awaiting_shipment', case when status = 'awaiting_shipment' then ship_by end,
  case when status = 'awaiting_shipment' then id end, ${NEWEST_FIRST}`;

/** Open and closed orders are paged separately, so old closed ones never displace open ones. */
const pageOfOpenAndClosed = (name: string, mine: 'buyer_id' | 'seller_id', openOrder: string) =>
  statement<OrderWithNames>(
    name,
    `${ORDERS_WITH_NAMES}
      where purchase_orders.id in (
        (select id from purchase_orders where ${mine} = $1 and status not in ${CLOSED}
          order by ${openOrder} limit $2 offset $3)
        union all
        (select id from purchase_orders where ${mine} = $1 and status in ${CLOSED}
          order by ${NEWEST_FIRST} limit $2 offset $3))
      order by ${inPurchaseOrders(openOrder)}`,
  );

/** Parties have these columns' names in part. */
const inPurchaseOrders = (order: string) =>
  order.replace(/\b(status|ship_by|id|created_at)\b/g, 'purchase_orders.$1');

const pages = {
  buyer_id: pageOfOpenAndClosed('orders of a buyer', 'buyer_id', NEWEST_FIRST),
  seller_id: pageOfOpenAndClosed('orders of a seller', 'seller_id', NEWEST_FIRST),
};
const ordersDueFirst = pageOfOpenAndClosed('orders of a seller, due first', 'seller_id', DUE_FIRST);

const ofParty = (viewer: Buyer | Seller) =>
  viewer.kind === 'buyer'
    ? (['buyer_id', viewer.buyer_id] as const)
    : (['seller_id', viewer.seller_id] as const);

const changedOrder = {
  buyer_id: statement(
    "a buyer's changed order",
    'select from purchase_orders where buyer_id = $1 and updated_at > $2 limit 1',
  ),
  seller_id: statement(
    "a seller's changed order",
    'select from purchase_orders where seller_id = $1 and updated_at > $2 limit 1',
  ),
};

/** Staff are not asked: their list is every company's. */
export async function hasChangedOrder(db: Knex, viewer: Buyer | Seller | Staff, since: string) {
  if (viewer.kind === 'staff') return true;
  const [mine, party] = ofParty(viewer);
  return (await changedOrder[mine](db, [party, since])).length > 0;
}

interface OrderSort {
  /** `ship_by`: of a seller's open orders those to ship come first, and of these what is due first. */
  readonly sort?: unknown;
}

/** The page on which an own order stands; null where the viewer has no such order. */
export async function pageOfOrder(
  db: Knex,
  viewer: Buyer | Seller,
  { id, per, sort }: OrderSort & { id: number; per: number },
): Promise<number | null> {
  const [mine, party] = ofParty(viewer);
  const { rows } = await db.raw<{ rows: { earlier: number }[] }>(
    `select earlier from (
       select other.id, row_number() over (order by ${isDueFirst(viewer, sort) ? DUE_FIRST : NEWEST_FIRST})::int - 1 as earlier
         from purchase_orders other
        where other.${mine} = :party
          and (other.status in ${CLOSED}) = (select status in ${CLOSED} from purchase_orders where id = :id and ${mine} = :party)
     ) placed where placed.id = :id`,
    { party, id },
  );
  return rows[0] ? Math.floor(rows[0].earlier / per) + 1 : null;
}

const isDueFirst = ({ kind }: Buyer | Seller, sort: unknown) => kind === 'seller' && sort === 'ship_by';

async function ownOrders(
  { db, config }: ListServices,
  viewer: Buyer | Seller,
  { sort, isCounted, ...range }: OrderListRequest,
): Promise<OrderRows> {
  const { limit, offset } = pageOf(range);
  const [mine, party] = ofParty(viewer);
  const read = isDueFirst(viewer, sort) ? ordersDueFirst : pages[mine];
  const found = await read(db, [party, limit + 1, offset]);
  const { rows: orders, more } = firstOfEach(found, (order) => isClosed(order.status), limit);
  return { orders, more, total: isCounted ? await ownOrderCount({ db, config }, viewer) : null };
}

async function everyOrder(db: Knex, viewer: Staff, range: ListRequest): Promise<OrderRows> {
  const [orders, total] = await Promise.all([allOrders(db, viewer, pageOf(range)), orderCount(db)]);
  return { orders, more: range.page * range.per < total, total };
}

interface OrderListRequest extends ListRequest, OrderSort {}

interface ListServices {
  readonly db: Knex;
  readonly config: Pick<Config, 'unpaidOrderHours'>;
}

interface OrderRows extends ListEnd {
  readonly orders: OrderWithNames[];
}

interface OrderList extends ListEnd {
  readonly orders: PurchaseOrdersDocument;
}

function rowsOf(
  services: ListServices,
  viewer: Buyer | Seller | Staff,
  request: OrderListRequest,
): Promise<OrderRows> {
  if (request.search || !readsAmounts(viewer))
    return foundOrders(services, viewer, request.search ?? {}, request);
  return viewer.kind === 'staff'
    ? everyOrder(services.db, viewer, request)
    : ownOrders(services, viewer, request);
}

/** For a page and for its refetch. */
export async function orderList(
  services: ListServices,
  viewer: Buyer | Seller | Staff,
  request: OrderListRequest,
  documentOf: LoadDocument,
): Promise<OrderList> {
  const { orders, ...listed } = await rowsOf(services, viewer, request);
  return { ...listed, orders: await documentOf(services.db, orders, viewer) };
}
