import { related } from '../../server/contract/document';
import type {
  PurchaseOrder,
  PurchaseOrderProduct,
  PurchaseOrdersDocument,
} from '../../server/orders/contract';
import { orderStatusLabels } from '../../server/orders/rules';
import type { Entry } from '../live/steady/rows';
import { COMPLETED, GROUPS, groupOf, isActedOn, type Side, TO_SHIP, YOUR_PAYMENT } from './groups';

export interface OrderItem {
  order: PurchaseOrder['attributes'];
  lines: readonly PurchaseOrderProduct[];
}

interface Options {
  /** The order whose payment the buyer returns from. */
  paid?: number | null;
  /** Each group keeps the order that the reader chose. */
  isSorted?: boolean;
}

export function entriesOf(
  document: PurchaseOrdersDocument | undefined,
  side: Side,
  { paid = null, isSorted = false }: Options = {},
): Entry<OrderItem>[] {
  const entries = (document?.data ?? []).map(({ id, attributes: order, relationships }) => {
    const place = order.id === paid ? YOUR_PAYMENT : groupOf(order.status, side);
    return {
      key: id,
      place,
      version: `${order.version} ${order.refund_status}`,
      isOver: place === COMPLETED,
      item: { order, lines: related(document?.included ?? [], relationships.purchase_order_products) },
    };
  });
  return GROUPS[side].flatMap((group) => {
    const rows = entries.filter(({ place }) => place === group);
    if (isSorted) return rows;
    if (group === TO_SHIP) return rows.reverse().sort(byShipDay);
    return isActedOn(group) ? rows.reverse() : rows;
  });
}

const NO_DAY = '9999-12-31';

/** What is due first; of the same day, what was ordered first. */
const byShipDay = ({ item: a }: Entry<OrderItem>, { item: b }: Entry<OrderItem>) =>
  (a.order.ship_by ?? NO_DAY).localeCompare(b.order.ship_by ?? NO_DAY);

/** Why the order left its group. */
export const reasonOf = ({ status }: OrderItem['order']) => {
  const label = orderStatusLabels[status];
  return label === COMPLETED ? 'See Completed' : `${label}. See Completed`;
};
