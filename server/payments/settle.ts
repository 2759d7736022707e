import type { PaymentAttemptRow, PurchaseOrderRow } from '../../db/tables';
import { type Tx, transaction } from '../../db/transaction';
import { flagPayment } from '../orders/payment-flag';
import { isAllowed, isUnconfirmed, type OrderEvent } from '../orders/state-contract';
import { applyEvent } from '../orders/transitions';
import type { Services } from '../services';
import { liveAttempts, updateAttempt } from './attempts';
import { type ProviderState, providerStateOf } from './provider-state';
import { askRefund } from './refunds';
import { providerOf } from './stripe';

/** Currency of every order. */
export const CURRENCY = 'usd';

const LOOKS = 5;

/** Whether the provider may have something to say that the order does not know yet. */
export const isUnsettled = ({ status }: Pick<PurchaseOrderRow, 'status'>) =>
  status === 'canceled' || isUnconfirmed(status);

type Order = Pick<PurchaseOrderRow, 'id' | 'status' | 'version' | 'total_cents'>;

/**
 * Asks the provider how the order's payment stands now and drives the order there. Nothing is held while it is asked;
 * where the order has moved meanwhile, the answer may be older than the move, and it is asked again.
 */
export async function settle(services: Services, orderId: number): Promise<void> {
  const { db, log } = services;
  for (let look = 0; look < LOOKS; look++) {
    const seen = await db('purchase_orders').where({ id: orderId }).first('version');
    if (!seen) return;
    const standings: ProviderState[] = [];
    for (const attempt of await liveAttempts(db, orderId))
      standings.push(await providerStateOf(providerOf(services), attempt));
    if (standings.length === 0) return;
    const settled = await transaction(db, async (tx) => {
      const order = await tx('purchase_orders')
        .where({ id: orderId })
        .forUpdate()
        .first('id', 'status', 'version', 'total_cents');
      if (order?.version !== seen.version) return false;
      for (const { attempt, kind, intent } of standings)
        await updateAttempt(tx, attempt, {
          status: attemptStatus[kind],
          payment_intent_id: intent?.id ?? attempt.payment_intent_id,
        });
      await applyTransitions(tx, order, standings);
      return true;
    });
    if (settled) return;
  }
  log.warn({ orderId }, 'the order moves faster than its payment can be asked for');
  throw new Error(`Order ${orderId} could not be settled`);
}

const attemptStatus: Record<ProviderState['kind'], PaymentAttemptRow['status']> = {
  open: 'open',
  action: 'complete',
  processing: 'complete',
  paid: 'complete',
  over: 'expired',
};

async function applyTransitions(tx: Tx, order: Order, standings: readonly ProviderState[]) {
  const paid = standings.filter(({ kind }) => kind === 'paid');
  if (paid.length > 1) await flagPayment(tx, order.id, 'paid_twice');
  if (order.status === 'canceled') return enqueueRefund(tx, order, paid);
  if (paid.length > 0) {
    if (paid.every((standing) => amountMatches(order, standing))) return move(tx, order, 'confirm_payment');
    return flagPayment(tx, order.id, 'wrong_amount');
  }
  if (standings.some(({ kind }) => kind === 'processing')) return move(tx, order, 'submit_payment');
  if (standings.some(({ kind }) => kind === 'action')) return move(tx, order, 'require_payment_action');
  if (standings.some(({ kind }) => kind === 'over')) return move(tx, order, 'fail_payment');
}

/** What was paid is what was asked for, to the cent, in our currency. */
const amountMatches = ({ total_cents }: Order, { amounts, currencies }: ProviderState) =>
  amounts.length > 0 &&
  amounts.every((amount) => amount === total_cents) &&
  currencies.every((currency) => currency.toLowerCase() === CURRENCY);

/** An order that is there already, or further, stays. */
async function move(tx: Tx, order: Order, event: OrderEvent) {
  if (isAllowed(event, order.status)) await applyEvent(tx, order.id, event, { actor: 'provider' });
}

async function enqueueRefund(tx: Tx, order: Order, paid: readonly ProviderState[]) {
  if (paid.length === 0) return;
  const confirmed = await tx('order_history')
    .where({ purchase_order_id: order.id, event: 'confirm_payment' })
    .first('id');
  let asked = false;
  for (const { intent } of paid) if (intent) asked = (await askRefund(tx, order, intent)) || asked;
  if (asked && !confirmed) await flagPayment(tx, order.id, 'paid_when_canceled');
}
