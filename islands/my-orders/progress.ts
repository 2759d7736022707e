import { type OrderHistoryEntry, orderStatusLabels, type PurchaseOrder } from '../../server/orders/contract';
import type { OrderStatus } from '../../server/orders/state-contract';
import { day } from '../ui/dates';
import type { Step } from '../ui/stepper';

const WAY: readonly OrderStatus[] = [
  'awaiting_initial_payment',
  'payment_pending',
  'awaiting_shipment',
  'shipped',
  'received',
  'paid_in_full',
  'completed',
];

const SHORT: Partial<Record<OrderStatus, string>> = {
  awaiting_initial_payment: 'Ordered',
  payment_pending: 'Payment',
  awaiting_shipment: 'Paid',
};

/** The order's statuses, with the date of each one reached. */
export function stepsOf({ status, history }: PurchaseOrder['attributes']): Step[] {
  const reached = new Map(history.map((entry) => [entry.status, entry.at]));
  const at = status === 'requires_payment_action' ? 'payment_pending' : status;
  const position = WAY.indexOf(at);
  const steps = WAY.map((name, index): Step => {
    const date = reached.get(name);
    const isOn = status === 'canceled' ? date !== undefined : position >= index;
    return {
      label: SHORT[name] ?? orderStatusLabels[name],
      state: position === index && status !== 'completed' ? 'current' : isOn ? 'done' : 'todo',
      note: isOn && date ? day(date) : undefined,
    };
  });
  if (status !== 'canceled') return steps;
  const last = history.at(-1);
  const passed = steps.filter(({ state }) => state === 'done');
  return [...passed, { label: 'Canceled', state: 'failed', note: last && day(last.at) }];
}

const BUYER_NEXT: Record<OrderStatus, string> = {
  awaiting_initial_payment: 'Check out to pay; the seller ships once the payment is in.',
  payment_pending: 'Your payment is on its way. This page changes by itself once it is confirmed.',
  requires_payment_action:
    'Your bank must be verified: two small deposits arrive within 1–2 days. Enter their amounts to finish the payment.',
  awaiting_shipment: 'Paid. The seller prepares the shipment.',
  shipped: 'On its way to you.',
  received: 'Received. The seller is paid out next.',
  paid_in_full: 'The seller has been paid out.',
  completed: 'Done.',
  canceled: 'Canceled. The goods are back in stock.',
};

const SELLER_NEXT: Record<OrderStatus, string> = {
  awaiting_initial_payment: 'The buyer has yet to pay. Do not ship.',
  payment_pending: 'The payment is on its way. Do not ship yet.',
  requires_payment_action: 'The buyer has to verify their bank. Do not ship yet.',
  awaiting_shipment: 'Paid by the buyer: ship the goods.',
  shipped: 'On its way to the buyer.',
  received: 'Received by the buyer. Your payout comes next.',
  paid_in_full: 'You have been paid out.',
  completed: 'Done.',
  canceled: 'Canceled. The units are back in your stock.',
};

const REFUNDS = {
  pending: ' The payment is being refunded.',
  succeeded: ' The payment was refunded.',
  failed: ' The refund needs our attention; we are on it.',
} as const;

/** One sentence: what happened and what comes next. */
export const nextOf = (
  { status, reason, refund_status }: PurchaseOrder['attributes'],
  side: 'buyer' | 'seller',
) =>
  (side === 'buyer' ? BUYER_NEXT : SELLER_NEXT)[status] +
  (status === 'canceled' && reason ? ` ${reason}` : '') +
  (refund_status && side === 'buyer' ? REFUNDS[refund_status] : '');

export const groupOf = ({ status }: PurchaseOrder['attributes'], side: 'buyer' | 'seller') => {
  if (side === 'buyer' && status === 'awaiting_initial_payment') return 'Pay now';
  if (side === 'buyer' && status === 'requires_payment_action') return 'Verify';
  if (side === 'seller' && status === 'awaiting_shipment') return 'Ship now';
  return status === 'completed' || status === 'canceled' ? 'Done' : 'In progress';
};

export const GROUPS = ['Pay now', 'Verify', 'Ship now', 'In progress', 'Done'] as const;

const ACTORS: Record<OrderHistoryEntry['actor'], string> = {
  buyer: 'By the buyer',
  seller: 'By the seller',
  staff: 'By our staff',
  provider: 'By the payment provider',
  system: 'Automatically',
};

/** Names staff for payments that they confirmed. */
export const byOf = ({ actor, event }: Pick<OrderHistoryEntry, 'actor' | 'event'>) =>
  actor === 'staff' && event === 'confirm_payment' ? 'Confirmed by staff' : ACTORS[actor];
