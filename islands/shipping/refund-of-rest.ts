import { type Cents, lineTotal, sum } from '../../server/contract/money';
import type { PurchaseOrderProduct } from '../../server/orders/contract';
import type { Order } from './shipment-values';

/** What the units cost that no shipped shipment holds; packed ones are canceled with the rest. */
export function refundOfRest(
  { shipments }: Pick<Order, 'shipments'>,
  lines: readonly PurchaseOrderProduct[],
): Cents {
  const shipped = shipments.filter(({ status }) => status === 'shipped').flatMap((one) => one.lines);
  return sum(
    lines.map(({ id, attributes: { quantity, unit_cents } }) => {
      const left = shipped
        .filter((line) => line.purchase_order_product_id === Number(id))
        .reduce((units, line) => units - line.quantity, quantity);
      return lineTotal(unit_cents, left);
    }),
  );
}
