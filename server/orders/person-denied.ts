import { idsOf } from '../../db/rows';
import type { Tx } from '../../db/transaction';
import { lockStockOf } from '../products/stock';
import { unconfirmedStatuses } from './state-machine';
import { applyEvent } from './transitions';

interface Denied {
  buyerId: number | null;
  sellerId: number | null;
  byUserId: number;
}

/** Cancels the denied person's unpaid orders; skips those that are paid or canceled meanwhile. */
export const cancelUnpaidOrders = async (tx: Tx, { buyerId, sellerId, byUserId }: Denied) => {
  const unpaid = await tx('purchase_orders')
    .where(buyerId === null ? { seller_id: sellerId ?? 0 } : { buyer_id: buyerId })
    .whereIn('status', unconfirmedStatuses)
    .orderBy('id')
    .forUpdate()
    .select('id');
  await lockStockOf(tx, idsOf(unpaid));
  const by = { actor: 'staff', userId: byUserId, reason: 'An account on this order was closed.' } as const;
  for (const { id } of unpaid) await applyEvent(tx, id, 'cancel', by);
};
