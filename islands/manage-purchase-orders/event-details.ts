import type { InferType } from 'yup';
import type { OrderEvent, OrderStatus } from '../../server/orders/rules';
import type { AdminPurchaseOrder } from '../../server/orders/staff/contract';
import type { transitionForm } from '../../server/orders/staff/schema';

export type Order = AdminPurchaseOrder['attributes'];
export type EventDetails = InferType<typeof transitionForm>;

export const orderEventLabels: Record<OrderEvent, string> = {
  submit_payment: 'Submit payment',
  require_payment_action: 'Require payment action',
  confirm_payment: 'Confirm payment',
  fail_payment: 'Fail payment',
  ship: 'Ship',
  receive: 'Receive',
  pay_in_full: 'Pay in full',
  complete: 'Complete',
  cancel: 'Cancel order',
};

/** What staff usually do next in a status; the provider moves unpaid orders. */
const USUAL_EVENTS: Partial<Record<OrderStatus, OrderEvent>> = {
  payment_pending: 'confirm_payment',
  awaiting_shipment: 'ship',
  shipped: 'receive',
  received: 'pay_in_full',
  paid_in_full: 'complete',
};

const weight = (event: OrderEvent, usual: OrderEvent | undefined) =>
  event === usual ? 0 : event === 'cancel' ? 2 : 1;

/** The allowed events of an order: the usual one first, canceling last. */
export function eventsOf({ status, allowed_state_transitions }: Order) {
  const usual = USUAL_EVENTS[status];
  return allowed_state_transitions
    .map(({ event, blocked_because }) => ({
      event,
      isUsual: event === usual && !blocked_because,
      blockedBecause: blocked_because,
    }))
    .toSorted((one, other) => weight(one.event, usual) - weight(other.event, usual));
}
