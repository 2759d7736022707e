import type { Config } from '../config/config';
import type { OrderPart } from '../orders/extras';
import type { ClaimReason } from './contract';
import { undecidedStatuses } from './state-contract';
import { isClaimable } from './window';

/** Whether the viewer can open a claim, and whether an undecided one says that nothing arrived. */
export const claimsPart =
  ({ claimDays }: Pick<Config, 'claimDays'>): OrderPart =>
  async (db, orders, viewer) => {
    const undecided = (await db('claims')
      .join('claim_lines', 'claim_lines.claim_id', 'claims.id')
      .whereIn('claims.status', undecidedStatuses)
      .whereIn(
        'purchase_order_id',
        orders.map(({ id }) => id),
      )
      .select('purchase_order_id', 'reason')) as { purchase_order_id: number; reason: ClaimReason }[];
    const claimable = new Set(orders.filter((order) => isClaimable(order, claimDays)).map(({ id }) => id));
    return (orderId) => {
      const reasons = undecided.filter(({ purchase_order_id }) => purchase_order_id === orderId);
      return {
        can: { claim: viewer.kind === 'buyer' && claimable.has(orderId) && reasons.length === 0 },
        isReportedMissing: reasons.some(({ reason }) => reason === 'not_received'),
      };
    };
  };
