import type { PurchaseOrderRow, ShipmentRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { isCollected } from '../contract/shipping-terms';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { raiseVersionWithActivity } from '../orders/activity';
import type { ShipmentActivity } from '../orders/events';
import type { EventInput } from '../orders/order';
import { needsShipTo, termsOf, unshippedUnits } from '../orders/progress';
import { orderStatusLabels } from '../orders/rules';
import { isUnconfirmed } from '../orders/state-machine';
import { applyEvent, lockOrder } from '../orders/transitions';
import { chosenLines } from './lines';
import { detailsOf, orderLines } from './queries';
import type { ShipmentChanges, ShipmentInput } from './schema';
import {
  firstShipped,
  insertShipment,
  markShipped,
  moveShipments,
  writeChanges,
  writeLines,
  writeTracking,
} from './shipment-rows';

const SHIP_TO_MISSING = "The buyer hasn't chosen a ship-to address yet. We've asked them to.";

/** Throws 409 where the order takes no shipment, or the actor saw an older version. */
export async function lockToShip(
  tx: Tx,
  orderId: number,
  { version }: EventInput,
): Promise<PurchaseOrderRow> {
  const order = await lockOrder(tx, orderId, version);
  if (isUnconfirmed(order.status)) throw Conflict('Wait until the order is paid.');
  if (order.status === 'canceled')
    throw Conflict(`This action isn't available. The order's status is: ${orderStatusLabels.canceled}`);
  return order;
}

export function requireToShip(order: PurchaseOrderRow) {
  if (order.status !== 'awaiting_shipment') throw Conflict('Everything has been shipped.');
}

function requireShipTo(order: PurchaseOrderRow) {
  if (needsShipTo(order)) throw Conflict(SHIP_TO_MISSING);
}

/** Parcels and pallets that the seller books can be followed. */
function requireTracking(
  order: PurchaseOrderRow,
  { mode }: Pick<ShipmentRow, 'mode'>,
  numbers: readonly string[],
) {
  const isBookedBySeller = !isCollected(termsOf(order)) && (mode === 'parcel' || mode === 'ltl');
  if (isBookedBySeller && numbers.length === 0)
    throw Invalid('Enter a tracking number', { tracking_numbers: ['Enter a tracking number'] });
}

async function requireWrittenTracking(tx: Tx, order: PurchaseOrderRow, shipment: ShipmentRow) {
  const { numbers } = (await detailsOf(tx, [shipment]))(shipment.id);
  requireTracking(order, shipment, numbers);
}

/** Packs, or packs and ships; all that remains where no lines are named. */
export async function createShipment(
  tx: Tx,
  orderId: number,
  { ship = true, lines, ...input }: ShipmentInput,
  by: EventInput,
): Promise<ShipmentRow> {
  const order = await lockToShip(tx, orderId, by);
  requireToShip(order);
  if (ship) {
    requireShipTo(order);
    requireTracking(order, input, input.tracking_numbers ?? []);
  }
  const chosen = chosenLines(await orderLines(tx, orderId), lines);
  const shipment = await insertShipment(tx, order, input, by);
  await writeLines(tx, shipment, chosen);
  await writeTracking(tx, shipment, input.tracking_numbers ?? []);
  return ship
    ? depart(tx, order, shipment, by)
    : recordShipment(tx, order, shipment, { event: 'shipment_packed', by });
}

interface Recorded {
  event: ShipmentActivity;
  by: Actor;
}

async function recordShipment(
  tx: Tx,
  order: PurchaseOrderRow,
  shipment: ShipmentRow,
  { event, by }: Recorded,
): Promise<ShipmentRow> {
  const detail = { shipment: shipment.number };
  const changed = await raiseVersionWithActivity(tx, order, by, { event, detail });
  await tx.events.shipmentChanged(changed, shipment);
  return shipment;
}

/** Packed → shipped. The last unit ships the order. */
async function depart(tx: Tx, order: PurchaseOrderRow, shipment: ShipmentRow, by: EventInput) {
  const shipped = await markShipped(tx, order, shipment, by);
  const detail = { shipment: shipped.number };
  let moved = await raiseVersionWithActivity(tx, order, by, { event: 'shipment_shipped', detail });
  if (unshippedUnits(moved) === 0n) moved = await shipOrder(tx, order, by);
  await tx.events.shipmentChanged(moved, shipped);
  return shipped;
}

/** Fires `ship` with the carrier and tracking number of the first shipment. */
export async function shipOrder(
  tx: Tx,
  { id }: Pick<PurchaseOrderRow, 'id'>,
  { actor, userId, reason }: EventInput,
) {
  return applyEvent(tx, id, 'ship', { actor, userId, reason, ...(await firstShipped(tx, id)) });
}

async function lockShipment(tx: Tx, { purchase_order_id, number }: ShipmentRow): Promise<ShipmentRow> {
  const shipment = await tx('shipments').where({ purchase_order_id, number }).first();
  if (!shipment) throw NotFound();
  if (shipment.status === 'canceled') throw Conflict('This shipment was canceled.');
  return shipment;
}

export async function shipShipment(
  tx: Tx,
  found: ShipmentRow,
  changes: ShipmentChanges | undefined,
  by: EventInput,
): Promise<ShipmentRow> {
  const order = await lockToShip(tx, found.purchase_order_id, by);
  const packed = await lockShipment(tx, found);
  if (packed.status === 'shipped') throw Conflict('This shipment has already shipped.');
  requireToShip(order);
  requireShipTo(order);
  const shipment = await writeChanges(tx, order, packed, changes ?? {});
  await requireWrittenTracking(tx, order, shipment);
  return depart(tx, order, shipment, by);
}

/** Carrier and tracking until receipt; all of it while packed. */
export async function updateShipment(
  tx: Tx,
  found: ShipmentRow,
  changes: ShipmentChanges,
  by: EventInput,
): Promise<ShipmentRow> {
  const order = await lockToShip(tx, found.purchase_order_id, by);
  const shipment = await lockShipment(tx, found);
  if (shipment.status === 'shipped') requireOnlyTracking(order, changes);
  const changed = await writeChanges(tx, order, shipment, changes);
  if (changed.status === 'shipped') {
    await requireWrittenTracking(tx, order, changed);
    await copyFirstTracking(tx, order);
  }
  return recordShipment(tx, order, changed, { event: 'shipment_updated', by });
}

function requireOnlyTracking(
  { status }: PurchaseOrderRow,
  { carrier: _carrier, carrier_name: _name, tracking_numbers: _numbers, ...others }: ShipmentChanges,
) {
  if (status !== 'awaiting_shipment' && status !== 'shipped')
    throw Conflict('This order was received. Its tracking can no longer change.');
  if (Object.values(others).some((value) => value !== undefined))
    throw Conflict('This shipment has shipped. Only its carrier and tracking can change.');
}

/** The order's own carrier and tracking number are those of the first shipment. */
async function copyFirstTracking(tx: Tx, { id, status }: PurchaseOrderRow) {
  if (status === 'shipped')
    await tx('purchase_orders')
      .where({ id })
      .update(await firstShipped(tx, id));
}

/** Packed → canceled: its units can ship otherwise. */
export async function cancelShipment(tx: Tx, found: ShipmentRow, by: EventInput): Promise<void> {
  const order = await lockToShip(tx, found.purchase_order_id, by);
  const shipment = await lockShipment(tx, found);
  if (shipment.status === 'shipped')
    throw Conflict('This shipment has shipped. It can no longer be canceled.');
  const [canceled] = await moveShipments(tx, { id: shipment.id }, 'cancel', by);
  await recordShipment(tx, order, canceled as ShipmentRow, { event: 'shipment_canceled', by });
}
