import { formatUnits, type Units } from '../contract/money';

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

export const orderStatusLabels: Record<OrderStatus, string> = {
  awaiting_initial_payment: 'Awaiting initial payment',
  payment_pending: 'Initial payment submitted',
  requires_payment_action: 'Payment requires action',
  awaiting_shipment: 'Awaiting shipment',
  shipped: 'Shipped',
  received: 'Received',
  paid_in_full: 'Paid in full',
  completed: 'Completed',
  canceled: 'Canceled',
};

export type Tone = 'yellow' | 'green' | 'red' | 'gray';

const buyerTones: Partial<Record<OrderStatus, Tone>> = {
  awaiting_initial_payment: 'yellow',
  received: 'yellow',
  requires_payment_action: 'yellow',
  paid_in_full: 'green',
  completed: 'green',
  canceled: 'red',
};
const sellerTones: Partial<Record<OrderStatus, Tone>> = {
  awaiting_shipment: 'yellow',
  received: 'green',
  paid_in_full: 'green',
  completed: 'green',
  canceled: 'red',
};
/** Yellow where staff act next. */
const staffTones: typeof sellerTones = { ...sellerTones, payment_pending: 'yellow', received: 'yellow' };

const tones = { buyer: buyerTones, seller: sellerTones, staff: staffTones };

export const orderTone = (status: OrderStatus, side: keyof typeof tones): Tone =>
  tones[side][status] ?? 'gray';

/** Characters of the number that the buyer's own books have for an order. */
export const BUYER_PO_NUMBER_LENGTH = 40;

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

export const shipmentModes = ['parcel', 'ltl', 'truckload', 'pickup'] as const;
export type ShipmentMode = (typeof shipmentModes)[number];

export const carriers = [
  'ups',
  'fedex',
  'usps',
  'dhl',
  'ontrac',
  'fedex_freight',
  'odfl',
  'estes',
  'xpo',
  'saia',
  'rl',
  'other',
] as const;
export type Carrier = (typeof carriers)[number];

export interface CanceledUnits {
  readonly quantity: Units;
  /** Units that will never ship. */
  readonly canceled_quantity: Units;
}

/** "12 of 60 canceled"; null where all of the line ships. */
export const canceledNote = ({ quantity, canceled_quantity }: CanceledUnits): string | null =>
  canceled_quantity > 0n ? `${formatUnits(canceled_quantity)} of ${formatUnits(quantity)} canceled` : null;
