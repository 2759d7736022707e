import type { Knex } from 'knex';
import { type Staff, staff } from '../accounts/policy';
import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import { idNumber, pageNumber, setListHeaders } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { listSorts } from '../lists/contract';
import { isDay } from '../lists/rules';
import type { LoadDocument } from './document';
import { orderDocument, partyRoutes } from './party-routes';
import { visibleOrder } from './policy';
import type { OrderWithNames } from './queries';
import { orderStatuses } from './rules';
import {
  listAllPurchaseOrders,
  managePurchaseOrder,
  managePurchaseOrders,
  showStaffOrder,
} from './staff/contract';
import { adminOrderOf, allPurchaseOrders, partiesOf } from './staff/queries';
import { listAllPurchaseOrdersQuery } from './staff/schema';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const dayOf = (value: unknown) => (isDay(text(value)) ? text(value) : '');

/** What the address of the list asks; what is not valid is left out. */
const listFilter = (query: Readonly<Record<string, unknown>>) => ({
  page: pageNumber(query.page),
  status: orderStatuses.find((status) => status === query.status) ?? ('' as const),
  query: text(query.query),
  from: dayOf(query.from),
  to: dayOf(query.to),
  sort: listSorts.find((sort) => sort === query.sort && sort !== 'newest') ?? ('' as const),
});

async function staffOrder(documentOf: LoadDocument, db: Knex, order: OrderWithNames, viewer: Staff) {
  const [listed, { data, included, activity }, parties] = await Promise.all([
    adminOrderOf(db, order),
    orderDocument(documentOf, db, order, viewer),
    partiesOf(db, order),
  ]);
  return {
    order: listed.attributes,
    document: { data: [data], included },
    activity,
    paid_at: order.paid_at?.toISOString() ?? null,
    ...parties,
  };
}

export default ({ services }: RouteDependencies, documentOf: LoadDocument): Routes => [
  ...partyRoutes(services, documentOf),
  route(listAllPurchaseOrders, {
    query: listAllPurchaseOrdersQuery,
    may: staff,
    reply: async ({ db, viewer, query, req, res }) => {
      const list = await allPurchaseOrders({ db, config: services.config }, viewer, query);
      setListHeaders(req, res, query, list.meta.total);
      return list;
    },
  }),
  route(showStaffOrder, {
    may: staff,
    find: visibleOrder,
    reply: ({ db, viewer, subject }) => staffOrder(documentOf, db, subject, viewer),
  }),
  page('/admin/purchase_orders', {
    may: staff,
    title: 'Purchase Orders',
    island: managePurchaseOrders,
    props: async ({ db, viewer, query }) => {
      const filter = listFilter(query);
      return {
        ...(await allPurchaseOrders({ db, config: services.config }, viewer, {
          ...filter,
          per: STAFF_ROWS_PER_PAGE,
        })),
        ...filter,
        order: idNumber(query.order) ?? 0,
      };
    },
  }),
  page('/admin/purchase_orders/:id', {
    may: staff,
    find: visibleOrder,
    title: ({ subject }) => subject.po_number,
    island: managePurchaseOrder,
    heading: 'hidden',
    props: async ({ db, viewer, subject }) => ({
      staff: await staffOrder(documentOf, db, subject, viewer),
    }),
  }),
];
