import { sqlList, statement } from '../../db/sql';
import { undecidedStatuses } from '../contract/undecided-claims';
import type { OrderPart } from '../orders/extras';
import type { Services } from '../services';
import { isClaimable } from './deadlines';
import type { ClaimReason } from './rules';

const undecidedOfOrders = statement<{ purchase_order_id: number; reason: ClaimReason }>(
  'undecided claims of orders',
  `select purchase_order_id, reason from claims join claim_lines on claim_id = claims.id
    where purchase_order_id = any($1::int[]) and claims.status in ${sqlList(undecidedStatuses)}`,
);

export const claimsPart =
  ({ config: { claimDays }, databaseClock }: Pick<Services, 'config' | 'databaseClock'>): OrderPart =>
  async (db, orders, viewer) => {
    const undecided = await undecidedOfOrders(db, [orders.map(({ id }) => id)]);
    const window = { claimDays, now: databaseClock.now() };
    const claimable = new Set(orders.filter((order) => isClaimable(order, window)).map(({ id }) => id));
    return (orderId) => {
      const reasons = undecided.filter(({ purchase_order_id }) => purchase_order_id === orderId);
      return {
        can: { claim: viewer.kind === 'buyer' && claimable.has(orderId) && reasons.length === 0 },
        isReportedMissing: reasons.some(({ reason }) => reason === 'not_received'),
      };
    };
  };
