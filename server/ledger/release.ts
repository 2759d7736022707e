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
 * changes nothing. Throws Conflict before receipt and while a claim is open.
 */
export async function releaseEarnings(tx: Tx, order: PurchaseOrderRow, by: EventActor): Promise<void> {
  if (order.released_at) return;
  if (!RECEIVED.includes(order.status)) throw Conflict('Earnings can be released after receipt.');
  if (await hasOpenClaim(tx, order.id)) throw Conflict(CLAIM_OPEN);
  await markReleased(tx, order.id);
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
}

/** Needs the order's lock. */
export async function markReleased(tx: Tx, id: number): Promise<void> {
  await tx('purchase_orders').where({ id }).whereNull('released_at').update({ released_at: tx.fn.now() });
  await postPaid(tx, [id]);
  await postAdjustments(tx, [id]);
  await postReleased(tx, [id]);
}

async function isNothingLeft(tx: Tx, { id, total_net_to_seller }: PurchaseOrderRow) {
  const { rows } = await tx.raw<{ rows: { returned: bigint }[] }>(
    'select coalesce(sum(net_cents), 0)::bigint as returned from adjustments where purchase_order_id = ?',
    [id],
  );
  return rows[0]?.returned === BigInt(total_net_to_seller);
}

export const releaseById = async (tx: Tx, id: number, by: EventActor) =>
  releaseEarnings(tx, await lockOrder(tx, id), by);
