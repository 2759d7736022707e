import { pageOf } from '../../db/page';
import { audit } from '../accounts/audit';
import { type Buyer, member, type Person, type Seller, staff, trader } from '../accounts/policy';
import { paged } from '../contract/fields';
import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import { idNumber, linkNext, pageNumber, setListHeaders } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import type { Services } from '../services';
import { listPurchaseOrders, myOrders, ORDERS_SHOWN, orderStatusLabels } from './contract';
import { applyEvent, type EventActor } from './order';
import { ownOrders, pageOfOrder } from './party-queries';
import { mayApplyEvents, visibleOrder } from './policy';
import { allOrders, linesAndHistoryOf, type OrderWithNames, orderCount } from './queries';
import { adminOrder, ordersDocument } from './serializer';
import {
  listAllPurchaseOrders,
  managePurchaseOrders,
  showStaffOrder,
  transitionOrder,
} from './staff-contract';
import { allPurchaseOrders, partiesOf } from './staff-queries';
import { listAllPurchaseOrdersQuery, transitionOrderBody } from './staff-schema';

type Source = Pick<Services, 'db' | 'config'>;

const documentOf = async ({ db, config }: Source, orders: readonly OrderWithNames[], viewer: Person) =>
  ordersDocument(orders, await linesAndHistoryOf(db, orders), { viewer, config });

const own = async (source: Source, viewer: Buyer | Seller, range: { page: number; per: number }) => {
  const { orders, more } = await ownOrders(source.db, viewer, range);
  return { orders: await documentOf(source, orders, viewer), more };
};

const returnedFrom = (query: Record<string, unknown>) => {
  const success = query.stripe_success ?? query.success;
  if (success !== 'true' && success !== 'false') return null;
  return { success: success === 'true', purchase_order_id: idNumber(query.purchase_order_id) };
};

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Called before staff fire an event, so that payments can close what is open at Stripe. */
type BeforeEvent = (orderId: number, event: string) => Promise<void>;

export default ({ services }: RouteDependencies, beforeEvent: BeforeEvent): Routes => [
  route(listPurchaseOrders, {
    query: paged(),
    may: member,
    reply: async ({ db, viewer, query, req, res }) => {
      if (viewer.kind !== 'staff') {
        const { orders, more } = await own({ db, config: services.config }, viewer, query);
        if (more) linkNext(req, res, query.page);
        return orders;
      }
      setListHeaders(req, res, query, Number(await orderCount(db)));
      return documentOf({ db, config: services.config }, await allOrders(db, viewer, pageOf(query)), viewer);
    },
  }),
  page('/my_orders', {
    may: trader,
    title: 'My Orders',
    island: myOrders,
    props: async ({ db, viewer, query }) => {
      const opened = idNumber(query.order);
      const returned = returnedFrom(query);
      const id = returned?.purchase_order_id ?? opened;
      const linked = id === null ? null : await pageOfOrder(db, viewer, { id, per: ORDERS_SHOWN });
      const page = linked ?? pageNumber(query.page);
      const shown = await own({ db, config: services.config }, viewer, { page, per: ORDERS_SHOWN });
      return { ...shown, page, side: viewer.kind, opened, returned };
    },
  }),
  route(listAllPurchaseOrders, {
    query: listAllPurchaseOrdersQuery,
    may: staff,
    reply: async ({ db, viewer, query, req, res }) => {
      const list = await allPurchaseOrders(db, viewer, query);
      setListHeaders(req, res, query, list.meta.total);
      return list;
    },
  }),
  route(showStaffOrder, {
    may: staff,
    find: visibleOrder,
    reply: async ({ db, viewer, subject }) => ({
      order: adminOrder(subject).attributes,
      document: await documentOf({ db, config: services.config }, [subject], viewer),
      paid_at: subject.paid_at?.toISOString() ?? null,
      ...(await partiesOf(db, subject)),
    }),
  }),
  page('/admin/purchase_orders', {
    may: staff,
    title: 'Purchase Orders',
    island: managePurchaseOrders,
    props: async ({ db, viewer, query }) => {
      const filter = {
        page: pageNumber(query.page),
        status: text(query.status),
        query: text(query.query),
      };
      const status = filter.status in orderStatusLabels ? filter.status : '';
      return {
        ...(await allPurchaseOrders(db, viewer, { ...filter, status, per: STAFF_ROWS_PER_PAGE })),
        ...filter,
        status,
        order: idNumber(query.order) ?? 0,
      };
    },
  }),
  route(transitionOrder, {
    body: transitionOrderBody,
    may: mayApplyEvents,
    find: visibleOrder,
    reply: async ({ viewer, subject, body }) => {
      const { event, ...fields } = body;
      await beforeEvent(subject.id, event);
      const by: EventActor = { actor: 'staff', userId: viewer.id, ...fields };
      await services.transaction(async (tx) => {
        const moved = await applyEvent(tx, subject.id, event, by);
        await audit(tx, viewer, `order.${event}`, 'purchase_order', subject.id, {
          before: { status: subject.status },
          after: { status: moved.status, ...fields },
        });
      });
      const order = (await visibleOrder(viewer, { id: subject.id }, services)) as OrderWithNames;
      return { data: adminOrder(order) };
    },
  }),
];
