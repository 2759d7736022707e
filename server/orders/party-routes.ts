import type { Knex } from 'knex';
import { pageOf } from '../../db/page';
import { type Buyer, member, type Person, type Seller, trader } from '../accounts/policy';
import { mixed, paged } from '../contract/fields';
import { idNumber, linkNext, pageNumber, setListHeaders } from '../http/pagination';
import { page, type Routes, route } from '../http/route';
import {
  DUE_FIRST,
  listPurchaseOrders,
  myOrders,
  ORDERS_SHOWN,
  orderDetail,
  type PurchaseOrder,
  type PurchaseOrderDocument,
  showPurchaseOrder,
} from './contract';
import type { LoadDocument } from './document';
import { ownOrders, pageOfOrder } from './party-queries';
import { visibleOrder } from './policy';
import { activityOf, allOrders, type OrderWithNames, orderCount } from './queries';

const returnedFrom = (query: Record<string, unknown>) => {
  const success = query.stripe_success ?? query.success;
  if (success !== 'true' && success !== 'false') return null;
  return { success: success === 'true', purchase_order_id: idNumber(query.purchase_order_id) };
};

async function own(
  documentOf: LoadDocument,
  db: Knex,
  { viewer, ...range }: { viewer: Buyer | Seller; page: number; per: number; sort?: unknown },
) {
  const { orders, more } = await ownOrders(db, viewer, range);
  return { orders: await documentOf(db, orders, viewer), more };
}

/** One order with all that its page shows. */
export async function orderDocument(
  documentOf: LoadDocument,
  db: Knex,
  order: OrderWithNames,
  viewer: Person,
): Promise<PurchaseOrderDocument> {
  const [{ data, included }, activity] = await Promise.all([
    documentOf(db, [order], viewer),
    activityOf(db, order.id),
  ]);
  return { data: data[0] as PurchaseOrder, included, activity };
}

export const partyRoutes = (documentOf: LoadDocument): Routes => [
  route(listPurchaseOrders, {
    query: paged().shape({ sort: mixed() }),
    may: member,
    reply: async ({ db, viewer, query, req, res }) => {
      if (viewer.kind !== 'staff') {
        const { orders, more } = await own(documentOf, db, { viewer, ...query });
        if (more) linkNext(req, res, query.page);
        return orders;
      }
      setListHeaders(req, res, query, Number(await orderCount(db)));
      return documentOf(db, await allOrders(db, viewer, pageOf(query)), viewer);
    },
  }),
  route(showPurchaseOrder, {
    may: member,
    find: visibleOrder,
    reply: ({ db, subject, viewer }) => orderDocument(documentOf, db, subject, viewer),
  }),
  page('/my_orders', {
    may: trader,
    title: 'My Orders',
    island: myOrders,
    props: async ({ db, viewer, query }) => {
      const opened = idNumber(query.order);
      const returned = returnedFrom(query);
      const id = returned?.purchase_order_id ?? opened;
      const shape = { per: ORDERS_SHOWN, ...DUE_FIRST };
      const linked = id === null ? null : await pageOfOrder(db, viewer, { id, ...shape });
      const page = linked ?? pageNumber(query.page);
      const shown = await own(documentOf, db, { viewer, page, ...shape });
      return { ...shown, page, side: viewer.kind, opened, returned };
    },
  }),
  page('/my_orders/:id', {
    may: trader,
    find: visibleOrder,
    title: ({ subject }) => subject.po_number,
    island: orderDetail,
    heading: 'hidden',
    props: async ({ db, viewer, subject }) => ({
      order: await orderDocument(documentOf, db, subject, viewer),
      side: viewer.kind,
    }),
  }),
];
