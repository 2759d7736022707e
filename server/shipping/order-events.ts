import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { writeActivity } from '../orders/activity';
import type { EventInput } from '../orders/order';
import { termsOf, unshippedUnits } from '../orders/progress';
import { matchCarrier } from './carriers';
import { chosenLines } from './lines';
import { orderLines } from './queries';
import { insertShipment, markShipped, moveShipments, writeLines, writeTracking } from './shipment-rows';

/** The order's event raised its version already. */
export async function cancelPackedShipments(tx: Tx, { id }: PurchaseOrderRow, by: Actor): Promise<void> {
  await moveShipments(tx, { purchase_order_id: id }, 'cancel', by);
}

/** What had not left when staff ship an order at once becomes one shipment. Does nothing where all has left. */
export async function shipRemainingUnits(tx: Tx, order: PurchaseOrderRow, by: EventInput): Promise<void> {
  if (unshippedUnits(order) === 0n) return;
  await cancelPackedShipments(tx, order, by);
  const lines = chosenLines(await orderLines(tx, order.id), undefined);
  const mode = termsOf(order) === 'pickup' ? 'pickup' : 'parcel';
  const packed = await insertShipment(tx, order, { mode, ...matchCarrier(by.carrier) }, by);
  await writeLines(tx, packed, lines);
  await writeTracking(tx, packed, by.tracking_number ? [by.tracking_number] : []);
  const shipped = await markShipped(tx, order, packed, by);
  await writeActivity(tx, order, by, { event: 'shipment_shipped', detail: { shipment: shipped.number } });
  await tx.events.shipmentChanged(order, shipped);
}
