import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { PaymentAttemptRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { nextState, sources } from '../contract/transitions';
import { type AttemptActor, type AttemptEvent, attemptEvents } from './state-machine';

type Order = Pick<PurchaseOrderRow, 'id' | 'total_cents'>;

export const latestAttempt = (tx: Tx, orderId: number): Promise<PaymentAttemptRow | undefined> =>
  tx('payment_attempts').where({ purchase_order_id: orderId }).orderBy('attempt', 'desc').first();

/** The order's row must be locked: attempt numbers are consecutive. */
export async function nextAttempt(tx: Tx, order: Order, last: number): Promise<PaymentAttemptRow> {
  const attempt = last + 1;
  const [row] = await tx('payment_attempts')
    .insert({
      purchase_order_id: order.id,
      attempt,
      // The random part keeps databases apart that share one Stripe account.
      idempotency_key: `order-${order.id}-attempt-${attempt}-${randomUUID()}`,
      amount_cents: order.total_cents,
    })
    .returning('*');
  if (!row) throw new Error('The attempt was not written');
  return row;
}

export const liveAttempts = (db: Knex, orderId: number): Promise<PaymentAttemptRow[]> =>
  db('payment_attempts')
    .where({ purchase_order_id: orderId })
    .whereIn('status', ['open', 'complete'])
    .orderBy('attempt');

interface Changes
  extends Partial<
    Pick<PaymentAttemptRow, 'session_id' | 'session_url' | 'payment_intent_id' | 'expires_at'>
  > {
  readonly by: AttemptActor;
}

/** Returns false where the table does not let it: the attempt moved on meanwhile. */
export async function moveAttempt(
  db: Knex,
  attempt: PaymentAttemptRow,
  event: AttemptEvent,
  { by, ...changes }: Changes,
): Promise<boolean> {
  const from = { from: attempt.status, by };
  const status = nextState<PaymentAttemptRow['status'], AttemptActor>(attemptEvents, event, from);
  if (status === null) return false;
  const columns = { ...changes, status };
  if (Object.entries(columns).every(([name, value]) => attempt[name as keyof typeof columns] === value))
    return true;
  const moved = await db('payment_attempts')
    .where({ id: attempt.id })
    .whereIn('status', sources<PaymentAttemptRow['status'], AttemptActor>(attemptEvents, event, by))
    .update({ ...columns, updated_at: db.fn.now() });
  return moved > 0;
}
