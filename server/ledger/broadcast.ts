import type { Tx } from '../../db/transaction';
import { broadcastOrder } from '../orders/channel';

/** One message per payout to its seller and to staff, about one of its orders: screens then ask for all again. */
export async function broadcastPayouts(tx: Tx, payoutIds: readonly number[]): Promise<void> {
  const orders = await tx('purchase_orders').whereIn(
    'id',
    tx('payout_items').whereIn('payout_id', payoutIds).groupBy('payout_id').min('purchase_order_id'),
  );
  for (const order of orders) broadcastOrder(tx, order, { event: 'payout' });
}
