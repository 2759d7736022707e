import type { Knex } from 'knex';
import { pageOf } from '../../db/page';
import { type Buyer, member, type Person, type Seller, trader } from '../accounts/policy';
import { sendCsv } from '../http/csv';
import { idNumber, linkNext, pageNumber, setListHeaders } from '../http/pagination';
import { page, type Routes, route } from '../http/route';
import { barLocals, cleanAddress } from '../lists/bar';
import { type PageSearch, pageSearch } from '../lists/page-search';
import { foundPage, listQuery, listRange } from '../lists/query';
import type { Services } from '../services';
import {
  DUE_FIRST,
  exportOrders,
  listPurchaseOrders,
  myOrders,
  ORDERS_SHOWN,
  orderDetail,
  type PurchaseOrder,
  type PurchaseOrderDocument,
  showPurchaseOrder,
} from './contract';
import type { LoadDocument } from './document';
import { ordersFile } from './lists/csv';
import { ownOrders, pageOfOrder } from './lists/pages';
import { findOrders, foundOrders, ordersBar, searchInOrders } from './lists/search';
import { visibleOrder } from './policy';
import { activityOf, allOrders, type OrderWithNames, orderCount } from './queries';

const NO_ROWS = { limit: 0, offset: 0 };

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

interface AskedPage {
  readonly viewer: Buyer | Seller;
  readonly query: Readonly<Record<string, unknown>>;
  readonly opened: number | null;
  readonly asked: PageSearch;
}

async function searchedPage(
  documentOf: LoadDocument,
  services: { db: Knex; config: Services['config'] },
  { viewer, query, opened, asked: { search, shown } }: AskedPage,
) {
  const range = { page: pageNumber(query.page), per: ORDERS_SHOWN };
  const { orders, total } = search
    ? await foundOrders(services, viewer, search, pageOf(range))
    : { orders: [], total: 0 };
  return {
    orders: await documentOf(services.db, orders, viewer),
    more: range.page * range.per < total,
    page: range.page,
    side: viewer.kind,
    opened,
    returned: null,
    search: shown && { ...shown, total },
  };
}

export async function orderDocument(
  documentOf: LoadDocument,
  db: Knex,
  order: OrderWithNames,
  viewer: Person,
): Promise<PurchaseOrderDocument> {
  const [{ data, included }, activity] = await Promise.all([
    documentOf(db, [order], viewer),
    activityOf(db, order.id, viewer),
  ]);
  return { data: data[0] as PurchaseOrder, included, activity };
}

export const partyRoutes = ({ config }: Pick<Services, 'config'>, documentOf: LoadDocument): Routes => [
  route(listPurchaseOrders, {
    query: listQuery,
    may: member,
    reply: async ({ db, viewer, query, req, res }) => {
      const search = await searchInOrders(query);
      if (search) {
        const range = await foundPage.validate(query);
        const { orders, total } = await foundOrders({ db, config }, viewer, search, pageOf(range));
        setListHeaders(req, res, range, total);
        return documentOf(db, orders, viewer);
      }
      const range = listRange(query);
      if (viewer.kind !== 'staff') {
        const { orders, more } = await own(documentOf, db, { viewer, ...range, sort: query.sort });
        if (more) linkNext(req, res, range.page);
        if (query.per !== undefined)
          res.set('X-Total-Count', String((await findOrders({ db, config }, viewer, {}, NO_ROWS)).total));
        return orders;
      }
      setListHeaders(req, res, range, await orderCount(db));
      return documentOf(db, await allOrders(db, viewer, pageOf(range)), viewer);
    },
  }),
  route(exportOrders, {
    query: listQuery,
    may: trader,
    reply: async ({ db, viewer, query, res }) => {
      const { ids } = await findOrders({ db, config }, viewer, (await searchInOrders(query)) ?? {});
      await sendCsv(res, 'orders', ordersFile(db, viewer.kind, ids));
      return undefined;
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
    view: 'pages/own_list',
    redirect: ({ req }) => cleanAddress(req.originalUrl),
    locals: async ({ query }) => barLocals(ordersBar, await pageSearch(query, searchInOrders)),
    props: async ({ db, viewer, query }) => {
      const opened = idNumber(query.order);
      const returned = returnedFrom(query);
      const asked = returned ? null : await pageSearch(query, searchInOrders);
      if (asked?.shown) return searchedPage(documentOf, { db, config }, { viewer, query, opened, asked });
      const id = returned?.purchase_order_id ?? opened;
      const shape = { per: ORDERS_SHOWN, ...DUE_FIRST };
      const linked = id === null ? null : await pageOfOrder(db, viewer, { id, ...shape });
      const page = linked ?? pageNumber(query.page);
      const shown = await own(documentOf, db, { viewer, page, ...shape });
      return { ...shown, page, side: viewer.kind, opened, returned, search: null };
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
