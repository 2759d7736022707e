import { statement } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { keepsEvents } from '../accounts/company/events-since';
import { Conflict, NotFound } from '../http/errors';
import { returnStock } from '../products/stock';
import { depositsDueAt } from './deadlines';
import { requireUnblocked } from './event-blocks';
import type { PaymentFlag } from './events';
import type { EventInput } from './order';
import { ORDER_ROW } from './order';
import { mayCancel } from './policy';
import { isPartlyShipped } from './progress';
import { SHIP_ZONE } from './queries';
import { type OrderEvent, type OrderStatus, orderStatusLabels } from './rules';
import { isUnconfirmed, statusAfter } from './state-machine';

type Effect = (tx: Tx, order: PurchaseOrderRow, by: EventInput) => Promise<void>;

const effects: Partial<Record<OrderEvent, Effect>> = {
  ship: (tx, order, by) => tx.events.orderShipped(order, by),
  cancel: async (tx, order, by) => {
    await returnStock(tx, order.id);
    await tx.events.orderCanceled(order, by);
  },
};

/** Business days from today where the seller ships from: the handling time. */
const SHIP_BY = `(select (array_agg(day::date order by day))[sellers.handling_days]
   from sellers, (select (now() at time zone ${SHIP_ZONE})::date as today) there,
        generate_series(today + 1, today + 60, '1 day') day
  where sellers.id = purchase_orders.seller_id and extract(isodow from day) < 6
  group by sellers.handling_days)`;

type Columns = (tx: Tx, by: EventInput) => object;

const columns: Partial<Record<OrderEvent, Columns>> = {
  require_payment_action: (tx) => ({ deposits_due_at: depositsDueAt(tx.databaseClock.now()) }),
  confirm_payment: (tx, { actor, reason }) => ({
    paid_at: tx.fn.now(),
    ship_by: tx.raw(SHIP_BY),
    confirmed_by_staff: actor === 'staff',
    reason: reason ?? null,
  }),
  ship: (tx, { carrier, tracking_number }) => ({
    carrier: carrier ?? null,
    tracking_number: tracking_number ?? null,
    receipt_due_at: tx.raw('now() + make_interval(days => ?)', [tx.config.receiptDays]),
  }),
  receive: (tx) => ({ received_at: tx.fn.now() }),
  cancel: (_tx, { reason }) => ({ reason: reason ?? null }),
};

const insertHistory = statement<{ keeps_events: boolean }>(
  'write order history',
  `insert into order_history (purchase_order_id, actor, user_id, event, from_status, to_status, reason)
   values ($1, $2, $3, $4, $5, $6, $7)
   returning ${keepsEvents('$8', '$9')}`,
);

/** An event of state-machine.ts. Throws Conflict when it is not allowed, or the actor's version is older. */
export async function applyEvent(
  tx: Tx,
  orderId: number,
  event: OrderEvent,
  by: EventInput,
): Promise<PurchaseOrderRow> {
  const order = await lockOrder(tx, orderId, by.version);
  const status = requireAllowed(order, event, by);
  await requireUnblocked(tx, order, event);
  const moved = await updateStatus(tx, order, { status, ...columns[event]?.(tx, by) });
  await effects[event]?.(tx, moved, by);
  const { actor, userId = null, reason = null } = by;
  const entry = [moved.id, actor, userId, event, order.status, moved.status, reason];
  const [written] = await insertHistory(tx, [...entry, moved.buyer_id, moved.seller_id]);
  await tx.events.orderMoved(moved, event);
  await tx.events.orderChanged(moved, { event }, { by, keepsEvents: written?.keeps_events ?? false });
  return moved;
}

const lockRow = statement<PurchaseOrderRow>(
  'lock order',
  `select ${ORDER_ROW} from purchase_orders where id = $1 for update`,
);

/** Throws 404 for an order that is not there, Conflict where the caller saw an older version. */
export async function lockOrder(tx: Tx, id: number, version?: number | null): Promise<PurchaseOrderRow> {
  const [order] = await lockRow(tx, [id]);
  if (!order) throw NotFound();
  if (typeof version === 'number' && version < order.version) throw Conflict(ORDER_CHANGED);
  return order;
}

export const ORDER_CHANGED = 'This order changed. Review it and try again.';

const PAYMENT_BEGAN = 'A payment for this order has begun. Contact us to cancel it.';

/** Throws Conflict. */
export function requireCancelable(order: PurchaseOrderRow, { actor }: Pick<EventInput, 'actor'>) {
  if (mayCancel(actor, order)) return;
  if (isPartlyShipped(order))
    throw Conflict('Part of this order has shipped. Cancel the remaining units instead.');
  throw Conflict(actor === 'buyer' && isUnconfirmed(order.status) ? PAYMENT_BEGAN : notAvailable(order));
}

const notAvailable = ({ status }: PurchaseOrderRow) =>
  `This action isn't available. The order's status is: ${orderStatusLabels[status]}`;

/** The status that the event leads to. */
function requireAllowed(order: PurchaseOrderRow, event: OrderEvent, by: EventInput): OrderStatus {
  if (event === 'cancel') requireCancelable(order, by);
  const status = statusAfter(event, order.status, by.actor);
  if (status === null) throw Conflict(notAvailable(order));
  return status;
}

async function updateStatus(
  tx: Tx,
  order: PurchaseOrderRow,
  changes: { readonly status: OrderStatus },
): Promise<PurchaseOrderRow> {
  const [moved] = await tx('purchase_orders')
    .where({ id: order.id })
    .update({
      ...changes,
      version: order.version + 1,
      updated_at: tx.fn.now(),
    })
    .returning('*');
  if (!moved) throw NotFound();
  return moved;
}

/** Flags the order for staff without changing its status. Idempotent per flag. */
export async function flagPayment(tx: Tx, orderId: number, flag: PaymentFlag): Promise<void> {
  const [order] = await tx('purchase_orders')
    .where({ id: orderId })
    .whereRaw('payment_flag is distinct from ?', [flag])
    .update({ payment_flag: flag, version: tx.raw('version + 1'), updated_at: tx.fn.now() })
    .returning('*');
  if (!order) return;
  await tx.events.orderChanged(order, { event: 'flag_payment', flag });
}
