import { related } from '../../server/contract/document';
import {
  orderStatusLabels,
  type PurchaseOrder,
  type PurchaseOrderProduct,
  type PurchaseOrdersDocument,
} from '../../server/orders/contract';
import type { Entry } from '../live/steady-list';
import { GROUPS, groupOf } from './progress';

export interface OrderItem {
  order: PurchaseOrder['attributes'];
  lines: readonly PurchaseOrderProduct[];
}

const CLOSED = 'Closed';

export const entriesOf = (
  document: PurchaseOrdersDocument | undefined,
  side: 'buyer' | 'seller',
): Entry<OrderItem>[] =>
  GROUPS.flatMap((group) =>
    (document?.data ?? [])
      .filter(({ attributes }) => groupOf(attributes, side) === group)
      .map((order) => ({
        key: order.id,
        place: group,
        version: `${order.attributes.version} ${order.attributes.refund_status}`,
        isOver: group === CLOSED,
        item: {
          order: order.attributes,
          lines: related(document?.included ?? [], order.relationships.purchase_order_products),
        },
      })),
  );

/** Why the order left its group. */
export const reasonOf = ({ status }: OrderItem['order']) => `${orderStatusLabels[status]}: see Closed`;
