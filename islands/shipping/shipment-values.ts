import { formatUnits, parseUnits, type Units } from '../../server/contract/money';
import type { PurchaseOrder, PurchaseOrderProduct, Shipment } from '../../server/orders/contract';
import type { Carrier, ShipmentMode } from '../../server/orders/rules';

export type Order = PurchaseOrder['attributes'];

/** A line with the units that no shipment has taken. */
export interface LeftLine {
  id: number;
  name: string;
  sku: string | null;
  left: Units;
}

/** Of an edited shipment, its own units count as left. */
export const leftLines = (
  { shipments }: Pick<Order, 'shipments'>,
  lines: readonly PurchaseOrderProduct[],
  edited: Shipment | null = null,
): LeftLine[] =>
  lines
    .map(({ id, attributes: { product, quantity } }) => ({
      id: Number(id),
      name: product.name,
      sku: product.sku,
      left: quantity - takenOf(Number(id), shipments, edited),
    }))
    .filter(({ left }) => left > 0n);

/** Of one line, in shipments that have left. */
export const shippedUnits = ({ shipments }: Pick<Order, 'shipments'>, lineId: number): Units =>
  shipments
    .filter(({ status }) => status === 'shipped')
    .flatMap(({ lines }) => lines)
    .filter((line) => line.purchase_order_product_id === lineId)
    .reduce((units, { quantity }) => units + quantity, 0n);

/** Of the whole order. */
export const unitsOf = (order: Pick<Order, 'shipments'>, lines: readonly PurchaseOrderProduct[]) =>
  lines.reduce(
    ({ shipped, ordered }, { id, attributes: { quantity } }) => ({
      shipped: shipped + shippedUnits(order, Number(id)),
      ordered: ordered + quantity,
    }),
    { shipped: 0n, ordered: 0n },
  );

const takenOf = (id: number, shipments: readonly Shipment[], edited: Shipment | null) =>
  shipments
    .filter(({ status, number }) => status !== 'canceled' && number !== edited?.number)
    .flatMap(({ lines }) => lines)
    .filter((line) => line.purchase_order_product_id === id)
    .reduce((units, { quantity }) => units + quantity, 0n);

export const quantityField = (lineId: number) => `quantity-${lineId}`;

export interface ShipmentValues {
  /** By line. */
  quantities: Record<number, string>;
  mode: ShipmentMode;
  carrier: Carrier | '';
  carrier_name: string;
  /** One number per line, or separated by commas. */
  tracking: string;
  cartons: string;
  pallets: string;
  weight_lb: string;
}

const shown = (count: Units | number | null) => (count === null ? '' : String(count));

/** A new shipment offers all that is left. */
export function initialValues(
  order: Order,
  lines: readonly LeftLine[],
  edited: Shipment | null,
): ShipmentValues {
  const quantityOf = ({ id, left }: LeftLine) =>
    edited ? (edited.lines.find((line) => line.purchase_order_product_id === id)?.quantity ?? 0n) : left;
  return {
    quantities: Object.fromEntries(lines.map((line) => [line.id, formatUnits(quantityOf(line))])),
    mode: edited?.mode ?? (order.shipping.terms === 'pickup' ? 'pickup' : 'parcel'),
    carrier: edited?.carrier ?? '',
    carrier_name: edited?.carrier_name ?? '',
    tracking: edited?.tracking.map(({ number }) => number).join('\n') ?? '',
    cartons: shown(edited?.cartons ?? null),
    pallets: shown(edited?.pallets ?? null),
    weight_lb: shown(edited?.weight_lb ?? null),
  };
}

const trackingIn = (text: string) => text.split(/[\n,;]+/).filter((number) => number.trim());

/** All that may change once a shipment has left. */
export const trackingBodyOf = ({ carrier, carrier_name, tracking }: ShipmentValues) => ({
  carrier: carrier === '' ? undefined : carrier,
  carrier_name: carrier === 'other' ? typed(carrier_name) : undefined,
  tracking_numbers: trackingIn(tracking),
});

const typed = (text: string) => (text.trim() === '' ? undefined : text.trim());

/** Unreadable quantities go as they are, so that the form says what is wrong with them. */
const quantity = (text: string) => parseUnits(text) ?? text;

/** Only of `lines`: meanwhile another window may have shipped the others. */
export const bodyOf = (
  { quantities, mode, carrier, carrier_name, tracking, ...counts }: ShipmentValues,
  lines: readonly LeftLine[],
) => ({
  lines: lines
    .map(({ id }) => ({ id, text: quantities[id]?.trim() ?? '' }))
    .filter(({ text }) => text !== '' && text !== '0')
    .map(({ id, text }) => ({ purchase_order_product_id: id, quantity: quantity(text) })),
  mode,
  carrier: mode === 'pickup' || carrier === '' ? undefined : carrier,
  carrier_name: carrier === 'other' ? typed(carrier_name) : undefined,
  tracking_numbers: mode === 'pickup' ? [] : trackingIn(tracking),
  cartons: typed(counts.cartons),
  pallets: typed(counts.pallets),
  weight_lb: typed(counts.weight_lb),
});
