import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { Conflict } from '../http/errors';
import { orderStatusLabels } from '../orders/contract';
import { applyEvent, type EventActor, lockOrder } from '../orders/order';

/** By the seller of a paid order of which nothing has shipped. The buyer is refunded. */
export async function cancelOrder(tx: Tx, orderId: number, by: EventActor): Promise<PurchaseOrderRow> {
  const { status } = await lockOrder(tx, orderId);
  if (status !== 'awaiting_shipment')
    throw Conflict(`This action isn't available. The order's status is: ${orderStatusLabels[status]}`);
  return applyEvent(tx, orderId, 'cancel', by);
}
