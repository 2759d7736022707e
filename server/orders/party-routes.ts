import type { Knex } from 'knex';
import { type Buyer, buyer, member, type Person, type Seller, trader } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import { sendCsv } from '../http/csv';
import { NotFound } from '../http/errors';
import { idNumber, pageNumber, setPageHeaders } from '../http/pagination';
import { page, type Routes, route } from '../http/route';
import { barLocals, cleanAddress } from '../lists/bar';
import { type PageSearch, pageSearch } from '../lists/page-search';
import { changedListQuery, listQuery, readList } from '../lists/query';
import type { Services } from '../services';
import { createPoNumberChange } from './buyer-po-number';
import { buyerPoNumberBody } from './buyer-po-number-schema';
import {
  changeBuyerPoNumber,
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
import { hasChangedOrder, orderList, pageOfOrder } from './lists/list';
import { findOrders, ordersBar, searchInOrders } from './lists/search';
import { openableProducts } from './openable-products';
import { visibleOrder } from './policy';
import { activityOf, type OrderWithNames } from './queries';

const returnedFrom = (query: Record<string, unknown>) => {
  const success = query.stripe_success ?? query.success;
  if (success !== 'true' && success !== 'false') return null;
  return { success: success === 'true', purchase_order_id: idNumber(query.purchase_order_id) };
};

/** Of a search that is not valid. */
const NOTHING = { orders: { data: [], included: [] }, more: false, total: 0 };

const NO_SEARCH: PageSearch = { search: null, shown: null };

const SHOWN = { per: ORDERS_SHOWN, ...DUE_FIRST };

/** The page with the order of a link, where nothing is looked for; else the page that the address names. */
async function pageShown(
  db: Knex,
  viewer: Buyer | Seller,
  id: number | null,
  asked: unknown,
): Promise<number> {
  const linked = id === null ? null : await pageOfOrder(db, viewer, { id, ...SHOWN });
  return linked ?? pageNumber(asked);
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

export function partyRoutes(services: Services, documentOf: LoadDocument): Routes {
  const { config } = services;
  const changeNumber = createPoNumberChange(services);
  return [
    route(listPurchaseOrders, {
      query: changedListQuery,
      may: member,
      needs: 'orders:read',
      isUnchanged: async ({ db, viewer, query: { updated_since } }) =>
        updated_since !== undefined && !(await hasChangedOrder(db, viewer, updated_since)),
      reply: async ({ db, viewer, query, req, res }) => {
        const request = { ...(await readList(query, searchInOrders)), sort: query.sort };
        const list = await orderList({ db, config }, viewer, request, documentOf);
        setPageHeaders(req, res, request.page, list);
        return list.orders;
      },
    }),
    route(exportOrders, {
      query: listQuery,
      may: trader,
      needs: 'orders:read',
      reply: async ({ db, viewer, query, res }) => {
        const { ids } = await findOrders({ db, config }, viewer, (await searchInOrders(query)) ?? {});
        await sendCsv(res, 'orders', ordersFile(db, viewer, ids));
        return undefined;
      },
    }),
    route(showPurchaseOrder, {
      may: member,
      needs: 'orders:read',
      find: visibleOrder,
      reply: ({ db, subject, viewer }) => orderDocument(documentOf, db, subject, viewer),
    }),
    route(changeBuyerPoNumber, {
      body: buyerPoNumberBody,
      may: buyer,
      needs: 'orders:write',
      retry: showPurchaseOrder,
      find: visibleOrder,
      reply: async ({ db, viewer, subject: { id }, body }) => {
        await changeNumber(id, viewer, body);
        const order = await visibleOrder(viewer, { id }, { db });
        if (!order) throw NotFound();
        const { data } = await documentOf(db, [order], viewer);
        return { data: data[0] as PurchaseOrder };
      },
    }),
    page('/my_orders', {
      may: trader,
      needs: 'orders:read',
      title: 'My Orders',
      island: myOrders,
      view: 'pages/searched_list',
      redirect: ({ req }) => cleanAddress(req.originalUrl),
      locals: async ({ query }) => barLocals(ordersBar, await pageSearch(query, searchInOrders)),
      props: async ({ db, viewer, query }) => {
        const opened = idNumber(query.order);
        const returned = returnedFrom(query);
        const { search, shown } = returned ? NO_SEARCH : await pageSearch(query, searchInOrders);
        const page = await pageShown(
          db,
          viewer,
          shown ? null : (returned?.purchase_order_id ?? opened),
          query.page,
        );
        const request = { page, search, ...SHOWN };
        const list = shown?.error ? NOTHING : await orderList({ db, config }, viewer, request, documentOf);
        return {
          orders: list.orders,
          more: list.more,
          page,
          side: viewer.kind,
          buysAgain: isCapable(viewer, 'offers:write'),
          opened,
          returned,
          search: shown && { ...shown, total: list.total ?? 0 },
        };
      },
    }),
    page('/my_orders/:id', {
      may: trader,
      needs: 'orders:read',
      find: visibleOrder,
      title: ({ subject }) => subject.po_number,
      island: orderDetail,
      heading: 'hidden',
      props: async ({ db, viewer, subject }) => {
        const [order, openable] = await Promise.all([
          orderDocument(documentOf, db, subject, viewer),
          openableProducts(db, viewer, subject),
        ]);
        return { order, openable, side: viewer.kind, buysAgain: isCapable(viewer, 'offers:write') };
      },
    }),
  ];
}
