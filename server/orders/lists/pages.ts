import type { Knex } from 'knex';
import { firstOfEach, pageOf } from '../../../db/page';
import { sqlList, statement } from '../../../db/sql';
import type { Buyer, Seller } from '../../accounts/policy';
import { ORDERS_WITH_NAMES, type OrderWithNames } from '../queries';
import { closedStatuses, isClosed } from '../state-contract';

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

interface OrderRange {
  readonly per: number;
  /** `ship_by`: of a seller's open orders those to ship come first, and of these what is due first. */
  readonly sort?: unknown;
}

/** The page on which an own order stands; null where the viewer has no such order. */
export async function pageOfOrder(
  db: Knex,
  viewer: Buyer | Seller,
  { id, per, sort }: OrderRange & { id: number },
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

export async function ownOrders(
  db: Knex,
  viewer: Buyer | Seller,
  { sort, ...range }: OrderRange & { page: number },
): Promise<{ orders: OrderWithNames[]; more: boolean }> {
  const { limit, offset } = pageOf(range);
  const [mine, party] = ofParty(viewer);
  const read = isDueFirst(viewer, sort) ? ordersDueFirst : pages[mine];
  const found = await read(db, [party, limit + 1, offset]);
  const { rows: orders, more } = firstOfEach(found, (order) => isClosed(order.status), limit);
  return { orders, more };
}
