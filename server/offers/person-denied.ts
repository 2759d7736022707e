import type { Tx } from '../../db/transaction';
import { end } from './negotiation';
import { openStates } from './rules';

interface Denied {
  buyerId: number | null;
  sellerId: number | null;
  byUserId: number;
}

export const rejectOpenOffers = async (tx: Tx, { buyerId, sellerId, byUserId }: Denied) => {
  const open = await tx('offers')
    .where(buyerId === null ? { seller_id: sellerId ?? 0 } : { buyer_id: buyerId })
    .whereIn('state', openStates)
    .orderBy('id')
    .select('id');
  for (const { id } of open) await end(tx, id, 'deny', { actor: 'staff', userId: byUserId });
};
