import type { ShipmentRow } from '../../db/tables';
import type { Units } from '../contract/money';
import type { Shipment } from '../orders/contract';
import type { Carrier } from '../orders/rules';
import { trackingPage } from './tracking';

export interface ShipmentDetails {
  lines: readonly { purchase_order_product_id: number; quantity: Units }[];
  numbers: readonly string[];
}

const counted = (count: number | null) => (count === null ? null : BigInt(count));

type ShownColumns = Pick<
  ShipmentRow,
  | 'number'
  | 'status'
  | 'mode'
  | 'carrier'
  | 'carrier_name'
  | 'cartons'
  | 'pallets'
  | 'weight_lb'
  | 'shipped_at'
>;

export function shipmentDocument(row: ShownColumns, { lines, numbers }: ShipmentDetails): Shipment {
  const carrier = row.carrier as Carrier | null;
  return {
    number: row.number,
    status: row.status,
    mode: row.mode,
    carrier,
    carrier_name: row.carrier_name,
    tracking: numbers.map((number) => ({ number, url: trackingPage(carrier, number) })),
    cartons: counted(row.cartons),
    pallets: row.pallets,
    weight_lb: counted(row.weight_lb),
    shipped_at: row.shipped_at?.toISOString() ?? null,
    lines: lines.map(({ purchase_order_product_id, quantity }) => ({ purchase_order_product_id, quantity })),
  };
}
