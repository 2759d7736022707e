import type { Tx } from '../../db/transaction';
import { lockStockOf } from '../products/stock';
import { type OrderStatus, orderEvents } from './state-contract';
import { applyEvent } from './transitions';

const UNPAID: readonly OrderStatus[] = orderEvents.confirm_payment.from;

interface Denied {
  buyerId: number | null;
  sellerId: number | null;
  byUserId: number;
}

/** Denial cancels the person's unpaid orders. One that is paid or canceled at that moment is left alone. */
export const cancelUnpaidOrders = async (tx: Tx, { buyerId, sellerId, byUserId }: Denied) => {
  const unpaid = await tx('purchase_orders')
    .where(buyerId === null ? { seller_id: sellerId ?? 0 } : { buyer_id: buyerId })
    .whereIn('status', UNPAID)
    .orderBy('id')
    .forUpdate()
    .select('id');
  await lockStockOf(
    tx,
    unpaid.map(({ id }) => id),
  );
  for (const { id } of unpaid) {
    await applyEvent(tx, id, 'cancel', {
      actor: 'staff',
      userId: byUserId,
      reason: 'An account was closed.',
    });
  }
};
