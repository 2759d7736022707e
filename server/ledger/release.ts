import { statement } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { Conflict } from '../http/errors';
import { recordActivity } from '../orders/activity';
import type { EventActor } from '../orders/order';
import { type OrderStatus, orderEvents } from '../orders/state-contract';
import { applyEvent, lockOrder } from '../orders/transitions';
import { CLAIM_OPEN, hasOpenClaim } from './open-claims';
import { postAdjustments, postPaid, postReleased } from './postings';

const RECEIVED: readonly OrderStatus[] = ['received', ...orderEvents.complete.from, 'completed'];

/**
 * What is left of the order's net becomes available (docs/rules.md#earnings). Needs the order's lock. Repeating it
 * changes nothing. Throws Conflict before receipt and while a claim is open. Returns when it was released.
 */
export async function releaseEarnings(tx: Tx, order: PurchaseOrderRow, by: EventActor): Promise<Date | null> {
  if (order.released_at) return order.released_at;
  if (!RECEIVED.includes(order.status)) throw Conflict('Earnings can be released after receipt.');
  if (await hasOpenClaim(tx, order.id)) throw Conflict(CLAIM_OPEN);
  const releasedAt = await markReleased(tx, order.id);
  const { actor, userId = null, reason = null } = by;
  await recordActivity(tx, order, {
    actor,
    user_id: userId,
    event: 'earnings_released',
    detail: reason === null ? {} : { reason },
  });
  if (order.status === 'received' && (await isNothingLeft(tx, order)))
    for (const event of ['pay_in_full', 'complete'] as const)
      await applyEvent(tx, order.id, event, { actor: 'system' });
  return releasedAt;
}

const setReleased = statement<{ released_at: Date }>(
  'release an order',
  'update purchase_orders set released_at = now() where id = $1 and released_at is null returning released_at',
);

/** Needs the order's lock. Sent together; PostgreSQL runs them in this order. null: released before. */
export async function markReleased(tx: Tx, id: number): Promise<Date | null> {
  const [[order]] = await Promise.all([
    setReleased(tx, [id]),
    postPaid(tx, [id]),
    postAdjustments(tx, [id]),
    postReleased(tx, [id]),
  ]);
  return order?.released_at ?? null;
}

const returnedNet = statement<{ returned: bigint }>(
  'returned net of an order',
  'select coalesce(sum(net_cents), 0)::bigint as returned from adjustments where purchase_order_id = $1',
);

async function isNothingLeft(tx: Tx, { id, total_net_to_seller }: PurchaseOrderRow) {
  const [sums] = await returnedNet(tx, [id]);
  return sums?.returned === BigInt(total_net_to_seller);
}

export const releaseById = async (tx: Tx, id: number, by: EventActor) =>
  releaseEarnings(tx, await lockOrder(tx, id), by);
