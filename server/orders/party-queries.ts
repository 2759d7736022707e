import type { Knex } from 'knex';
import { firstOfEach, pageOf } from '../../db/page';
import { sqlList, statement } from '../../db/sql';
import type { Buyer, Seller } from '../accounts/policy';
import { ORDERS_WITH_NAMES, type OrderWithNames } from './queries';
import { closedStatuses, isClosed } from './state-contract';

const CLOSED = sqlList(closedStatuses);

/** Open and closed orders are paged separately, so old closed ones never displace open ones. */
const pageOfOpenAndClosed = (mine: 'buyer_id' | 'seller_id') =>
  statement<OrderWithNames>(
    `orders of a ${mine}`,
    `${ORDERS_WITH_NAMES}
      where purchase_orders.id in (
        (select id from purchase_orders where ${mine} = $1 and status not in ${CLOSED}
          order by created_at desc, id desc limit $2 offset $3)
        union all
        (select id from purchase_orders where ${mine} = $1 and status in ${CLOSED}
          order by created_at desc, id desc limit $2 offset $3))
      order by purchase_orders.created_at desc, purchase_orders.id desc`,
  );

const pages = { buyer_id: pageOfOpenAndClosed('buyer_id'), seller_id: pageOfOpenAndClosed('seller_id') };

const ofParty = (viewer: Buyer | Seller) =>
  viewer.kind === 'buyer'
    ? (['buyer_id', viewer.buyer_id] as const)
    : (['seller_id', viewer.seller_id] as const);

/** The page on which an own order stands; null where the viewer has no such order. */
export async function pageOfOrder(
  db: Knex,
  viewer: Buyer | Seller,
  { id, per }: { id: number; per: number },
): Promise<number | null> {
  const [mine, party] = ofParty(viewer);
  const { rows } = await db.raw<{ rows: { newer: number }[] }>(
    `select (select count(*)::int from purchase_orders other
              where other.${mine} = :party
                and (other.status in ${CLOSED}) = (linked.status in ${CLOSED})
                and (other.created_at, other.id) > (linked.created_at, linked.id)) as newer
       from purchase_orders linked where linked.id = :id and linked.${mine} = :party`,
    { party, id },
  );
  return rows[0] ? Math.floor(rows[0].newer / per) + 1 : null;
}

/** A party's own orders, newest first: `per` open and `per` closed; `more` says that there is a next page. */
export async function ownOrders(
  db: Knex,
  viewer: Buyer | Seller,
  range: { page: number; per: number },
): Promise<{ orders: OrderWithNames[]; more: boolean }> {
  const { limit, offset } = pageOf(range);
  const [mine, party] = ofParty(viewer);
  const found = await pages[mine](db, [party, limit + 1, offset]);
  const { rows: orders, more } = firstOfEach(found, (order) => isClosed(order.status), limit);
  return { orders, more };
}
