import type { PurchaseOrderRow, ShipmentRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { chosenLines, type ShipmentLine } from './lines';
import { detailsOf, orderLines } from './queries';
import { carrierName } from './rules';
import type { ShipmentChanges, ShipmentInput } from './schema';
import { type ShipmentEvent, shipmentEvents, shipmentSources } from './state-machine';

export async function insertShipment(
  tx: Tx,
  { id }: Pick<PurchaseOrderRow, 'id'>,
  input: Pick<ShipmentInput, 'mode'> & ShipmentChanges,
  { userId = null }: Actor,
): Promise<ShipmentRow> {
  const last = (await tx('shipments').where({ purchase_order_id: id }).max({ last: 'number' }).first()) as
    | { last: number | null }
    | undefined;
  const [shipment] = await tx('shipments')
    .insert({
      ...columnsOf(input),
      mode: input.mode,
      purchase_order_id: id,
      number: (last?.last ?? 0) + 1,
      status: 'packed',
      created_by: userId,
    })
    .returning('*');
  return shipment as ShipmentRow;
}

const counted = (count: bigint | null) => (count === null ? null : Number(count));

const columnsOf = ({ mode, carrier, carrier_name, cartons, pallets, weight_lb }: ShipmentChanges) => ({
  ...(mode && { mode }),
  ...(carrier !== undefined && {
    carrier,
    carrier_name: carrier === 'other' ? (carrier_name ?? null) : null,
  }),
  ...(cartons !== undefined && { cartons: counted(cartons) }),
  ...(pallets !== undefined && { pallets }),
  ...(weight_lb !== undefined && { weight_lb: counted(weight_lb) }),
});

export async function writeLines(tx: Tx, { id }: Pick<ShipmentRow, 'id'>, lines: readonly ShipmentLine[]) {
  await tx('shipment_lines').where({ shipment_id: id }).delete();
  await tx('shipment_lines').insert(lines.map((line) => ({ shipment_id: id, ...line })));
}

export async function writeTracking(tx: Tx, { id }: Pick<ShipmentRow, 'id'>, numbers: readonly string[]) {
  await tx('shipment_tracking').where({ shipment_id: id }).delete();
  const rows = numbers.map((number, index) => ({ shipment_id: id, position: index + 1, number }));
  if (rows.length > 0) await tx('shipment_tracking').insert(rows);
}

/** Counts the shipment's units as shipped; the row's CHECK holds the sum below the order's units. */
export async function markShipped(
  tx: Tx,
  order: Pick<PurchaseOrderRow, 'id'>,
  shipment: ShipmentRow,
  by: Actor,
): Promise<ShipmentRow> {
  const [shipped] = await moveShipments(tx, { id: shipment.id }, 'ship', by);
  await addShippedUnits(tx, order, shipment);
  return shipped as ShipmentRow;
}

/** Those of them that the table lets this actor move. */
export const moveShipments = (
  tx: Tx,
  which: Partial<Pick<ShipmentRow, 'id' | 'purchase_order_id'>>,
  event: ShipmentEvent,
  by: Actor,
): Promise<ShipmentRow[]> =>
  tx('shipments')
    .where(which)
    .whereIn('status', shipmentSources(event, by))
    .update({
      status: shipmentEvents[event].to,
      updated_at: tx.fn.now(),
      ...(event === 'ship' && { shipped_at: tx.fn.now() }),
    })
    .returning('*');

async function addShippedUnits(tx: Tx, { id }: Pick<PurchaseOrderRow, 'id'>, shipment: ShipmentRow) {
  const shipped = '(select sum(quantity) from shipment_lines where shipment_id = ?)';
  const shipped_units = tx.raw(`shipped_units + ${shipped}`, [shipment.id]);
  await tx('purchase_orders').where({ id }).update({ shipped_units });
}

/** The carrier and tracking number that the order itself shows. */
export async function firstShipped(tx: Tx, orderId: number) {
  const first = await tx('shipments')
    .where({ purchase_order_id: orderId, status: 'shipped' })
    .orderBy('number')
    .first();
  if (!first) return {};
  const { numbers } = (await detailsOf(tx, [first]))(first.id);
  const { carrier, carrier_name } = first;
  return { carrier: carrierName({ carrier, carrier_name } as never), tracking_number: numbers[0] ?? null };
}

export async function writeChanges(
  tx: Tx,
  order: PurchaseOrderRow,
  shipment: ShipmentRow,
  { lines, tracking_numbers, ...changes }: ShipmentChanges,
): Promise<ShipmentRow> {
  if (lines) await writeLines(tx, shipment, chosenLines(await orderLines(tx, order.id, shipment.id), lines));
  if (tracking_numbers) await writeTracking(tx, shipment, tracking_numbers);
  const [changed] = await tx('shipments')
    .where({ id: shipment.id })
    .update({ ...columnsOf(changes), updated_at: tx.fn.now() })
    .returning('*');
  return changed as ShipmentRow;
}
