import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { PaymentAttemptRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';

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

type Changes = Partial<
  Pick<PaymentAttemptRow, 'status' | 'session_id' | 'session_url' | 'payment_intent_id' | 'expires_at'>
>;

export async function updateAttempt(tx: Knex, attempt: PaymentAttemptRow, changes: Changes): Promise<void> {
  const changed = Object.entries(changes).some(([name, value]) => attempt[name as keyof Changes] !== value);
  if (changed)
    await tx('payment_attempts')
      .where({ id: attempt.id })
      .update({ ...changes, updated_at: tx.fn.now() });
}
