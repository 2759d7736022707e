import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { OrderEvent } from '../orders/rules';
import { isUnconfirmed, statusAfter } from '../orders/state-machine';
import { applyEvent, flagPayment } from '../orders/transitions';
import type { Services } from '../services';
import { liveAttempts, moveAttempt } from './attempts';
import { type ProviderState, providerStateOf } from './provider-state';
import { requestRefundByHand } from './refunds/by-hand';
import { requestRefund } from './refunds/refund';
import type { AttemptEvent } from './state-machine';

export const CURRENCY = 'usd';

const MAX_ATTEMPTS = 5;

export const isUnsettled = ({ status }: Pick<PurchaseOrderRow, 'status'>) =>
  status === 'canceled' || isUnconfirmed(status);

type Order = Pick<
  PurchaseOrderRow,
  'id' | 'status' | 'version' | 'total_cents' | 'paid_at' | 'confirmed_by_staff'
>;

/** Reads Stripe without holding locks; starts over when the order changed meanwhile, as the state may be older. */
export async function settle(services: Services, orderId: number): Promise<void> {
  const { db, log, transaction } = services;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const seen = await db('purchase_orders').where({ id: orderId }).first('version');
    if (!seen) return;
    const states = await statesOf(services, orderId);
    if (states.length === 0) return;
    if (await transaction((tx) => applyStates(tx, orderId, seen.version, states))) return;
  }
  log.warn({ orderId }, 'the order changed during every attempt to settle it');
  throw new Error(`Order ${orderId} could not be settled`);
}

async function statesOf({ db, stripe }: Pick<Services, 'db' | 'stripe'>, orderId: number) {
  const states: ProviderState[] = [];
  for (const attempt of await liveAttempts(db, orderId)) states.push(await providerStateOf(stripe, attempt));
  return states;
}

/** Returns false when the order is newer than `version`. */
async function applyStates(tx: Tx, orderId: number, version: number, states: readonly ProviderState[]) {
  const order = await tx('purchase_orders')
    .where({ id: orderId })
    .forUpdate()
    .first('id', 'status', 'version', 'total_cents', 'paid_at', 'confirmed_by_staff');
  if (order?.version !== version) return false;
  for (const { attempt, kind, intent } of states)
    await moveAttempt(tx, attempt, attemptEvent[kind], {
      by: 'provider',
      payment_intent_id: intent?.id ?? attempt.payment_intent_id,
    });
  await applyTransitions(tx, order, states);
  return true;
}

const attemptEvent: Record<ProviderState['kind'], AttemptEvent> = {
  open: 'open',
  action: 'complete',
  processing: 'complete',
  paid: 'complete',
  over: 'expire',
};

/** The first state that an attempt is in decides. */
const unpaidEvents = [
  ['processing', 'submit_payment'],
  ['action', 'require_payment_action'],
  ['over', 'fail_payment'],
] as const;

async function applyTransitions(tx: Tx, order: Order, states: readonly ProviderState[]) {
  const paid = states.filter(({ kind }) => kind === 'paid');
  if (paid.length > 1) await flagPayment(tx, order.id, 'paid_twice');
  if (order.status === 'canceled') return refundAll(tx, order, paid);
  if (paid.length > 0) {
    if (paid.every((state) => amountMatches(order, state)))
      return applyIfAllowed(tx, order, 'confirm_payment');
    return flagPayment(tx, order.id, 'wrong_amount');
  }
  const next = unpaidEvents.find(([kind]) => states.some((state) => state.kind === kind));
  if (next) await applyIfAllowed(tx, order, next[1]);
}

const amountMatches = ({ total_cents }: Order, { amounts, currencies }: ProviderState) =>
  amounts.length > 0 &&
  amounts.every((amount) => amount === total_cents) &&
  currencies.every((currency) => currency.toLowerCase() === CURRENCY);

async function applyIfAllowed(tx: Tx, order: Order, event: OrderEvent) {
  const by = { actor: 'provider' } as const;
  if (statusAfter(event, order.status, by.actor)) await applyEvent(tx, order.id, event, by);
}

async function refundAll(tx: Tx, order: Order, paid: readonly ProviderState[]) {
  if (paid.length === 0) return requestRefundByHand(tx, order);
  const confirmed = await tx('order_history')
    .where({ purchase_order_id: order.id, event: 'confirm_payment' })
    .first('id');
  let isRequested = false;
  for (const { intent } of paid)
    if (intent) isRequested = (await requestRefund(tx, order, intent)) || isRequested;
  if (isRequested && !confirmed) await flagPayment(tx, order.id, 'paid_when_canceled');
}
