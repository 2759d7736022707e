import type { OrderHistoryRow } from '../../db/tables';
import { isOneOf, nextState, type Transitions } from '../contract/transitions';
import { type OrderEvent, type OrderStatus, orderEventNames } from './rules';

export const PAYABLE_STATUS = 'awaiting_initial_payment' satisfies OrderStatus;

/** The buyer still has to act on the payment: these orders count as unpaid and meet the payment deadline. */
export const unpaidStatuses = [
  PAYABLE_STATUS,
  'requires_payment_action',
] as const satisfies readonly OrderStatus[];

/** Payment is not confirmed; it may be on its way. */
export const unconfirmedStatuses = [
  'awaiting_initial_payment',
  'payment_pending',
  'requires_payment_action',
] as const satisfies readonly OrderStatus[];

/** Final: no event leads out of these. */
export const closedStatuses = ['completed', 'canceled'] as const satisfies readonly OrderStatus[];

export const isUnpaid = isOneOf<OrderStatus>(unpaidStatuses);
export const isUnconfirmed = isOneOf<OrderStatus>(unconfirmedStatuses);
export const isClosed = isOneOf<OrderStatus>(closedStatuses);
export const isBeforeShipment = isOneOf<OrderStatus>([...unconfirmedStatuses, 'awaiting_shipment']);
export const isReceived = isOneOf<OrderStatus>(['received', 'paid_in_full', 'completed']);

export type OrderActor = OrderHistoryRow['actor'];

/** The transition table; an accepted offer creates the order in `awaiting_initial_payment`. Anything else is 409. */
export const orderEvents = {
  submit_payment: {
    from: unpaidStatuses,
    to: 'payment_pending',
    by: ['provider', 'staff'],
    when: 'The buyer paid by bank transfer, and the money is on its way.',
  },
  require_payment_action: {
    from: ['awaiting_initial_payment', 'payment_pending'],
    to: 'requires_payment_action',
    by: ['provider', 'staff'],
    when: 'The bank account must be verified by the deposits sent to it.',
  },
  confirm_payment: {
    from: unconfirmedStatuses,
    to: 'awaiting_shipment',
    by: ['provider', 'staff'],
    when: 'The whole amount arrived at Stripe, or staff saw it elsewhere.',
  },
  fail_payment: {
    from: ['payment_pending', 'requires_payment_action'],
    to: 'awaiting_initial_payment',
    by: ['provider', 'staff'],
    when: 'Every attempt to pay failed or expired. The buyer can try again.',
  },
  ship: {
    from: ['awaiting_shipment'],
    to: 'shipped',
    by: ['seller', 'staff'],
    when: 'The last unit left, or the units that remained were canceled.',
  },
  receive: {
    from: ['shipped'],
    to: 'received',
    by: ['buyer', 'staff', 'system'],
    when: 'The buyer confirmed receipt, or its date passed without an open claim.',
  },
  pay_in_full: {
    from: ['received'],
    to: 'paid_in_full',
    by: ['staff', 'system'],
    when: "The payout of the seller's earnings was paid, or nothing was left to pay.",
  },
  complete: {
    from: ['paid_in_full'],
    to: 'completed',
    by: ['staff', 'system'],
    when: 'Directly after pay_in_full, or once the last claim is decided.',
  },
  cancel: {
    from: [...unconfirmedStatuses, 'awaiting_shipment'],
    to: 'canceled',
    by: ['buyer', 'seller', 'staff', 'system'],
    when: 'A party or staff canceled (policy.ts, mayCancel), or it was not paid in time.',
  },
} as const satisfies Transitions<OrderStatus, OrderActor> & Record<OrderEvent, unknown>;

export const statusAfter = (event: OrderEvent, from: OrderStatus, by: OrderActor): OrderStatus | null =>
  nextState<OrderStatus, OrderActor>(orderEvents, event, { from, by });

/** To staff, who may cause every event. */
export const allowedEvents = (status: OrderStatus): OrderEvent[] =>
  orderEventNames.filter((event) => statusAfter(event, status, 'staff') !== null);
