import { statement } from '../../db/prepared-statement';
import type { OrderHistoryRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { Conflict, NotFound } from '../http/errors';
import { returnStock } from '../products/stock';
import { orderStatusLabels } from './contract';
import { sendOrderMail } from './mailer';
import { isAllowed, type OrderEvent, orderEvents } from './state-contract';

export interface EventActor {
  readonly actor: OrderHistoryRow['actor'];
  readonly userId?: number | null | undefined;
  readonly reason?: string | null | undefined;
  readonly carrier?: string | null | undefined;
  readonly tracking_number?: string | null | undefined;
  /** The version that the actor saw, if any. */
  readonly version?: number | null | undefined;
}

type Effect = (tx: Tx, order: PurchaseOrderRow) => Promise<void>;

const effects: Partial<Record<OrderEvent, Effect>> = {
  cancel: async (tx, order) => {
    await returnStock(tx, order.id);
    await tx.events.orderCanceled(order);
  },
};

/** Further columns that the event sets. */
function columnsOf(tx: Tx, event: OrderEvent, { actor, reason, carrier, tracking_number }: EventActor) {
  if (event === 'ship') return { carrier: carrier ?? null, tracking_number: tracking_number ?? null };
  if (event === 'cancel') return { reason: reason ?? null };
  if (event !== 'confirm_payment') return {};
  return { paid_at: tx.fn.now(), confirmed_by_staff: actor === 'staff', reason: reason ?? null };
}

const insertHistory = statement(
  'write order history',
  `insert into order_history (purchase_order_id, actor, user_id, event, from_status, to_status, reason)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/**
 * Locks the order and applies the event with its effects, mail and history. Throws Conflict when the event is not
 * allowed or the actor's version is older, NotFound without such an order.
 */
export async function applyEvent(
  tx: Tx,
  orderId: number,
  event: OrderEvent,
  by: EventActor,
): Promise<PurchaseOrderRow> {
  const order = await tx('purchase_orders').where({ id: orderId }).forUpdate().first();
  if (!order) throw NotFound();
  if (by.version && by.version < order.version)
    throw Conflict('The order has changed. Please look at it again.');
  if (!isAllowed(event, order.status)) {
    throw Conflict(`The order is already: ${orderStatusLabels[order.status]}`);
  }
  const [moved] = await tx('purchase_orders')
    .where({ id: order.id })
    .update({
      status: orderEvents[event].to,
      version: order.version + 1,
      updated_at: tx.fn.now(),
      ...columnsOf(tx, event, by),
    })
    .returning('*');
  if (!moved) throw NotFound();
  await effects[event]?.(tx, moved);
  await sendOrderMail(tx, event, moved);
  const { actor, userId, reason } = by;
  await insertHistory(tx, [
    moved.id,
    actor,
    userId ?? null,
    event,
    order.status,
    moved.status,
    reason ?? null,
  ]);
  await tx.events.orderChanged(moved, event);
  return moved;
}
