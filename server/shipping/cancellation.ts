import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { cents, lineTotal } from '../contract/money';
import { Conflict } from '../http/errors';
import { writeActivity } from '../orders/activity';
import type { EventInput } from '../orders/order';
import { unshippedUnits } from '../orders/progress';
import { applyEvent, requireCancelable } from '../orders/transitions';
import { returnMoney } from '../payments/adjustments';
import { closeCheckout } from '../payments/cancellation';
import type { Services } from '../services';
import { cancelPackedShipments } from './order-events';
import { orderLines } from './queries';
import { sendRestCanceledMail } from './rest-canceled-mail';
import { lockToShip, requireToShip, shipOrder } from './shipment';

/** By the seller of a paid order, whose buyer is refunded, or by a buyer whose payment has not begun. */
export async function cancelOrder(
  services: Services,
  order: PurchaseOrderRow,
  by: EventInput,
): Promise<PurchaseOrderRow> {
  requireCancelable(order, by);
  if (by.actor === 'buyer') await closeCheckout(services, order.id);
  return services.transaction((tx) => applyEvent(tx, order.id, 'cancel', by));
}

type Reasoned = EventInput & { readonly reason: string };

/** Refunds the units that will not ship and ships the order with those that did. Freight stays. */
export async function cancelRemaining(tx: Tx, orderId: number, by: Reasoned): Promise<PurchaseOrderRow> {
  const order = await lockToShip(tx, orderId, by);
  requireToShip(order);
  if (order.shipped_units === 0n) throw Conflict('Nothing has shipped yet. Cancel the order instead.');
  await cancelPackedShipments(tx, order, by);
  const shortened = await giveUp(tx, order, by);
  await returnMoney(tx, order, {
    kind: 'short_ship',
    lines: await unshippedLines(tx, orderId),
    freight_cents: cents(0),
    reason: by.reason,
    by,
  });
  await sendRestCanceledMail(tx, shortened, by);
  return shipOrder(tx, order, by);
}

async function unshippedLines(tx: Tx, orderId: number) {
  const lines = (await orderLines(tx, orderId)).filter(({ quantity, assigned }) => quantity > assigned);
  return lines.map(({ id, quantity, assigned, unit_cents }) => ({
    purchase_order_product_id: id,
    quantity: quantity - assigned,
    goods_cents: lineTotal(unit_cents, quantity - assigned),
  }));
}

async function giveUp(tx: Tx, order: PurchaseOrderRow, by: Reasoned) {
  const units = unshippedUnits(order);
  await tx('purchase_orders').where({ id: order.id }).update({ canceled_units: units });
  await writeActivity(tx, order, by, { event: 'remaining_canceled', detail: { units, reason: by.reason } });
  return { ...order, canceled_units: units };
}
