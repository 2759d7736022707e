import { isOneOf } from '../contract/transitions';

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
export const isBeforeShipment = isOneOf<OrderStatus>([...unconfirmedStatuses, 'awaiting_shipment']);
export const isReceived = isOneOf<OrderStatus>(['received', 'paid_in_full', 'completed']);

/** The events of state-machine.ts. */
export const orderEventNames = [
  'submit_payment',
  'require_payment_action',
  'confirm_payment',
  'fail_payment',
  'ship',
  'receive',
  'pay_in_full',
  'complete',
  'cancel',
] as const;
export type OrderEvent = (typeof orderEventNames)[number];
