import type { Knex } from 'knex';
import { groupRows } from '../../db/rows';
import { statement } from '../../db/sql';
import type { ShipmentRow } from '../../db/tables';
import type { Cents, Units } from '../contract/money';
import type { OrderPart } from '../orders/extras';
import { type ShipmentDetails, shipmentDocument } from './serializer';

export interface UnshippedLine {
  id: number;
  name: string;
  quantity: Units;
  unit_cents: Cents;
  assigned: Units;
}

/** Needs the order's lock, where the answer decides. Without the shipment of that id, if any. */
export async function orderLines(db: Knex, orderId: number, except = 0): Promise<UnshippedLine[]> {
  const { rows } = await db.raw<{ rows: UnshippedLine[] }>(
    `select line.id, line.name, line.quantity, line.unit_cents, coalesce((
        select sum(part.quantity)::bigint
          from shipment_lines part join shipments on shipments.id = part.shipment_id
         where part.purchase_order_product_id = line.id and shipments.purchase_order_id = line.purchase_order_id
           and shipments.status <> 'canceled' and shipments.id <> :except), 0) as assigned
       from purchase_order_products line where line.purchase_order_id = :orderId order by line.id`,
    { orderId, except },
  );
  return rows;
}

export async function detailsOf(
  db: Knex,
  shipments: readonly Pick<ShipmentRow, 'id'>[],
): Promise<(shipmentId: number) => ShipmentDetails> {
  const ids = shipments.map(({ id }) => id);
  const [lines, numbers] = await Promise.all([
    db('shipment_lines').whereIn('shipment_id', ids).orderBy('purchase_order_product_id'),
    db('shipment_tracking').whereIn('shipment_id', ids).orderBy('position'),
  ]);
  return detailsFrom(lines, numbers);
}

function detailsFrom(
  lines: readonly { shipment_id: number; purchase_order_product_id: number; quantity: Units }[],
  numbers: readonly { shipment_id: number; number: string }[],
): (shipmentId: number) => ShipmentDetails {
  const linesOf = groupRows(lines, ({ shipment_id }) => shipment_id);
  const numbersOf = groupRows(numbers, ({ shipment_id }) => shipment_id);
  return (id) => ({
    lines: linesOf(id),
    numbers: numbersOf(id).map(({ number }) => number),
  });
}

type ShownShipment = Parameters<typeof shipmentDocument>[0] & Pick<ShipmentRow, 'id' | 'purchase_order_id'>;

const shipmentsOfOrders = statement<ShownShipment>(
  'shipments of orders',
  `select id, purchase_order_id, number, status, mode, carrier, carrier_name, cartons, pallets, weight_lb, shipped_at
     from shipments where purchase_order_id = any($1::int[]) order by number`,
);

const linesOfShipments = statement<{
  shipment_id: number;
  purchase_order_product_id: number;
  quantity: Units;
}>(
  'lines of shipments',
  `select shipment_id, purchase_order_product_id, quantity
     from shipment_lines join shipments on shipments.id = shipment_id
    where purchase_order_id = any($1::int[]) order by purchase_order_product_id`,
);

const numbersOfShipments = statement<{ shipment_id: number; number: string }>(
  'numbers of shipments',
  `select shipment_id, shipment_tracking.number
     from shipment_tracking join shipments on shipments.id = shipment_id
    where purchase_order_id = any($1::int[]) order by position`,
);

export const shipmentsPart: OrderPart = async (db, orders, { kind }) => {
  const ids = orders.map(({ id }) => id);
  const [shipments, lines, numbers] = await Promise.all([
    shipmentsOfOrders(db, [ids]),
    linesOfShipments(db, [ids]),
    numbersOfShipments(db, [ids]),
  ]);
  const shown = shipments.filter(({ status }) => kind !== 'buyer' || status !== 'canceled');
  const ofOrder = groupRows(shown, ({ purchase_order_id }) => purchase_order_id);
  const details = detailsFrom(lines, numbers);
  return (orderId) => ({
    shipments: ofOrder(orderId).map((row) => shipmentDocument(row, details(row.id))),
  });
};
