import { groupRows } from '../../db/rows';
import { authorFor } from '../accounts/author';
import type { Person } from '../accounts/policy';
import type { Config } from '../config/config';
import { type Cents, cents } from '../contract/money';
import { publicUrl } from '../storage/keys';
import type {
  OrderHistoryEntry,
  PurchaseOrder,
  PurchaseOrderProduct,
  PurchaseOrdersDocument,
} from './contract';
import { payBy } from './deadlines';
import type { EventBlocks } from './event-blocks';
import type { OrderExtras } from './extras';
import { fulfilmentOf } from './fulfilment';
import { canPay, canVerify, eventsOf } from './policy';
import type { OrderLine, OrderStep, OrderWithNames, ReturnedMoney } from './queries';
import type { AdminPurchaseOrder } from './staff/contract';
import { orderEvents } from './state-machine';
import { readsEntry, readsOrderReason, readsReason } from './visibility/rules';

const unlessBuyer = (viewer: Person, net: Cents) => (viewer.kind === 'buyer' ? null : net);

const lineResource = (line: OrderLine, viewer: Person): PurchaseOrderProduct => ({
  id: String(line.id),
  type: 'purchase_order_product',
  attributes: {
    quantity: line.quantity,
    canceled_quantity: line.canceled_quantity,
    unit_cents: line.unit_cents,
    total_cents: line.total_cents,
    net_to_seller: unlessBuyer(viewer, line.net_to_seller),
    images: line.image === null ? [] : [publicUrl(line.image, 400)],
    product: {
      id: line.product_id,
      seller_id: line.seller_id,
      name: line.name,
      upc: line.upc,
      sku: line.sku,
    },
  },
  relationships: {},
});

export type DocumentConfig = Pick<Config, 'unpaidOrderHours' | 'claimDays'>;

interface Context {
  readonly viewer: Person;
  readonly config: DocumentConfig;
}

interface OrderParts {
  readonly lines: readonly OrderLine[];
  readonly history: readonly OrderStep[];
  readonly extras: OrderExtras;
}

const historyFor = ({ kind }: Person, history: readonly OrderStep[]): OrderHistoryEntry[] =>
  history
    .filter(({ event }) => readsEntry(kind, event))
    .map((step) => ({
      at: step.at.toISOString(),
      actor: step.actor,
      event: step.event,
      status: step.to_status,
      reason: readsReason(kind, step) ? step.reason : null,
      ...nameAuthors(kind, step),
    }));

function nameAuthors(kind: Person['kind'], step: OrderStep): Pick<OrderHistoryEntry, 'by' | 'requested_by'> {
  const author = authorFor(kind, step);
  return { ...author, ...(author.by && step.requested_by && { requested_by: step.requested_by }) };
}

const orderResource = (
  order: OrderWithNames,
  { lines, history, extras }: OrderParts,
  { viewer, config }: Context,
): PurchaseOrder => ({
  id: String(order.id),
  type: 'purchase_order',
  attributes: {
    id: order.id,
    po_number: order.po_number,
    offer_id: order.offer_id,
    status: order.status,
    version: order.version,
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
    buyer_id: order.buyer_id,
    seller_id: order.seller_id,
    buyer_name: order.buyer_name,
    seller_name: order.seller_name,
    buyer_po_number: order.buyer_po_number,
    total_cents: order.total_cents,
    total_net_to_seller: unlessBuyer(viewer, order.total_net_to_seller),
    carrier: order.carrier,
    tracking_number: order.tracking_number,
    reason: readsOrderReason(viewer.kind, order) ? order.reason : null,
    refund_status: order.refund_status,
    pay_by: payBy(order, config)?.toISOString() ?? null,
    can_pay: canPay(viewer, order),
    can_verify: canVerify(viewer, order),
    history: historyFor(viewer, history),
    ...extras.thread,
    ...fulfilmentOf(order, extras, { viewer, config }),
  },
  relationships: {
    purchase_order_products: {
      data: lines.map(({ id }) => ({ id: String(id), type: 'purchase_order_product' })),
    },
  },
});

const orderOf = ({ purchase_order_id }: { purchase_order_id: number }) => purchase_order_id;

export function ordersDocument(
  orders: readonly OrderWithNames[],
  { lines, history, extrasOf }: Omit<OrderParts, 'extras'> & { extrasOf: (orderId: number) => OrderExtras },
  context: Context,
): PurchaseOrdersDocument {
  const linesOf = groupRows(lines, orderOf);
  const historyOf = groupRows(history, orderOf);
  return {
    data: orders.map((order) => {
      const { id } = order;
      const parts = { lines: linesOf(id), history: historyOf(id), extras: extrasOf(id) };
      return orderResource(order, parts, context);
    }),
    included: lines.map((line) => lineResource(line, context.viewer)),
  };
}

export const adminOrder = (
  order: OrderWithNames,
  { returned, blocks }: { returned: ReturnedMoney; blocks: EventBlocks },
): AdminPurchaseOrder => ({
  id: String(order.id),
  type: 'purchase_order',
  attributes: {
    id: order.id,
    po_number: order.po_number,
    buyer_name: order.buyer_name,
    seller_name: order.seller_name,
    sku_count: order.sku_count,
    total_cents: order.total_cents,
    total_net_to_seller: order.total_net_to_seller,
    refunded_cents: returned.amount,
    fee_after_refunds_cents: cents(order.fee_cents - (returned.amount - returned.net)),
    net_after_refunds_cents: cents(order.total_net_to_seller - returned.net),
    status: order.status,
    version: order.version,
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
    carrier: order.carrier,
    tracking_number: order.tracking_number,
    reason: order.reason,
    confirmed_by_staff: order.confirmed_by_staff,
    payment_flag: order.payment_flag,
    allowed_state_transitions: eventsOf(order).map((event) => ({
      event,
      state: orderEvents[event].to,
      ...(blocks[event] && { blocked_because: blocks[event] }),
    })),
  },
  relationships: {},
});
