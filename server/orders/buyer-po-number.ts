import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Buyer } from '../accounts/policy';
import { Conflict } from '../http/errors';
import { raiseVersionWithActivity } from './activity';
import { isBeforeShipping } from './progress';
import { lockOrder } from './transitions';

interface Wanted {
  readonly buyer_po_number: string | null;
  readonly version?: number | undefined;
}

/** Until something has shipped; throws 409 `already_shipped` afterwards. The same number again changes nothing. */
export async function changeBuyerPoNumber(
  tx: Tx,
  orderId: number,
  viewer: Buyer,
  { buyer_po_number, version }: Wanted,
): Promise<PurchaseOrderRow> {
  const order = await lockOrder(tx, orderId, version);
  if (order.status === 'canceled') throw Conflict('This order was canceled.');
  if (!isBeforeShipping(order)) throw Conflict('This order has already shipped.', 'already_shipped');
  if (order.buyer_po_number === buyer_po_number) return order;
  await tx('purchase_orders').where({ id: orderId }).update({ buyer_po_number });
  return raiseVersionWithActivity(
    tx,
    order,
    { actor: viewer.kind, userId: viewer.id },
    { event: 'buyer_po_number_changed', detail: { buyer_po_number } },
  );
}
