import { allowed, isOneOf, type Transitions } from '../contract/transitions';

export const orderStatuses = [
  'awaiting_initial_payment',
  'payment_pending',
  'requires_payment_action',
  'awaiting_shipment',
  'shipped',
  'received',
  'paid_in_full',
  'completed',
  'canceled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

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

export const orderEvents = {
  submit_payment: { from: unpaidStatuses, to: 'payment_pending' },
  require_payment_action: {
    from: ['awaiting_initial_payment', 'payment_pending'],
    to: 'requires_payment_action',
  },
  confirm_payment: { from: unconfirmedStatuses, to: 'awaiting_shipment' },
  fail_payment: { from: ['payment_pending', 'requires_payment_action'], to: 'awaiting_initial_payment' },
  ship: { from: ['awaiting_shipment'], to: 'shipped' },
  receive: { from: ['shipped'], to: 'received' },
  pay_in_full: { from: ['received'], to: 'paid_in_full' },
  complete: { from: ['paid_in_full'], to: 'completed' },
  cancel: { from: [...unconfirmedStatuses, 'awaiting_shipment'], to: 'canceled' },
} as const satisfies Transitions<OrderStatus>;
export type OrderEvent = keyof typeof orderEvents;

export const orderEventNames = Object.keys(orderEvents) as OrderEvent[];

export const allowedEvents = (status: OrderStatus): OrderEvent[] =>
  allowed<OrderStatus, typeof orderEvents>(orderEvents, status);

export const isAllowed = (event: OrderEvent, status: OrderStatus): boolean =>
  isOneOf<OrderStatus>(orderEvents[event].from)(status);
