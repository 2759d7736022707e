import { statement } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { Conflict } from '../http/errors';
import { writeActivity } from '../orders/activity';
import { CLAIM_OPEN } from '../orders/event-blocks';
import type { Activity } from '../orders/events';
import type { EventInput } from '../orders/order';
import { ORDER_ROW } from '../orders/order';
import { isReceived } from '../orders/state-machine';
import { applyEvent, lockOrder } from '../orders/transitions';
import { HAS_UNDECIDED_CLAIM } from '../orders/undecided-claims';
import { postAdjustments, postPaid, postReleased } from './postings';

/** Locks the order. Repeating it changes nothing. Throws Conflict before receipt and while a claim is open. */
export async function releaseEarnings(tx: Tx, id: number, by: EventInput): Promise<Date | null> {
  const [order, [facts]] = await Promise.all([lockOrder(tx, id), factsOfRelease(tx, [id])]);
  if (order.released_at) return order.released_at;
  if (!isReceived(order.status)) throw Conflict('Earnings can be released after receipt.');
  if (!facts || facts.is_claimed) throw Conflict(CLAIM_OPEN);
  const { reason } = by;
  const activity = { event: 'earnings_released', detail: reason ? { reason } : {} } as const;
  const released = await writeRelease(tx, id, { by, activity, facts });
  await tx.events.orderChanged(released, activity);
  if (order.status === 'received' && facts.returned === BigInt(order.total_net_to_seller))
    for (const event of ['pay_in_full', 'complete'] as const)
      await applyEvent(tx, id, event, { actor: 'system' });
  return released.released_at;
}

const setReleasedAndRaiseVersion = statement<PurchaseOrderRow>(
  'release an order',
  `update purchase_orders set released_at = now(), version = version + 1, updated_at = now()
    where id = $1 returning ${ORDER_ROW}`,
);

interface Facts {
  is_claimed: boolean;
  returned: bigint;
  /** Something before the release; false for nearly all orders. */
  has_more_to_post: boolean;
}

const factsOfRelease = statement<Facts>(
  'facts of a release',
  `select ${HAS_UNDECIDED_CLAIM} as is_claimed,
          (select coalesce(sum(net_cents), 0)::bigint from adjustments
            where purchase_order_id = purchase_orders.id) as returned,
          not exists (select from ledger_transactions where key = 'order:' || purchase_orders.id || ':paid')
            or exists (select from adjustments where purchase_order_id = purchase_orders.id) as has_more_to_post
     from purchase_orders where id = $1`,
);

interface Release {
  readonly by: Actor;
  readonly activity: Activity;
  readonly facts: Facts;
}

/** In one round trip; PostgreSQL runs the statements in this order. */
async function writeRelease(tx: Tx, id: number, { by, activity, facts }: Release) {
  const [[released]] = await Promise.all([
    setReleasedAndRaiseVersion(tx, [id]),
    facts.has_more_to_post ? postRelease(tx, id) : postReleased(tx, [id]),
    writeActivity(tx, { id }, by, activity),
  ]);
  if (!released) throw new Error(`There is no order ${id}`);
  return released;
}

const postRelease = (tx: Tx, id: number) =>
  Promise.all([postPaid(tx, [id]), postAdjustments(tx, [id]), postReleased(tx, [id])]);

const setReleased = statement(
  'mark an order as released',
  'update purchase_orders set released_at = now() where id = $1 and released_at is null',
);

/** For an event that raises the order's version. Needs the order's lock. Repeating it changes nothing. */
export async function markReleased(tx: Tx, id: number): Promise<void> {
  await Promise.all([setReleased(tx, [id]), postRelease(tx, id)]);
}
