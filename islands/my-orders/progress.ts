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
  awaiting_initial_payment: 'Pay now so the seller can ship.',
  payment_pending: 'Payment processing. This page updates automatically.',
  requires_payment_action:
    'Verify your bank account to finish the payment. Two small deposits arrive within 1–2 days; enter their amounts.',
  awaiting_shipment: 'Paid. The seller is preparing your shipment.',
  shipped: 'Shipped. Your order is on its way.',
  received: 'Received. The seller will be paid next.',
  paid_in_full: 'The seller has been paid.',
  completed: 'Completed.',
  canceled: 'Canceled. The units are back in stock.',
};

const SELLER_NEXT: Record<OrderStatus, string> = {
  awaiting_initial_payment: "The buyer hasn't paid yet. Don't ship.",
  payment_pending: "Payment processing. Don't ship yet.",
  requires_payment_action: "The buyer needs to verify their bank account. Don't ship yet.",
  awaiting_shipment: 'The buyer paid. Ship the order.',
  shipped: 'Shipped. The order is on its way to the buyer.',
  received: 'The buyer received the order. Your payout is next.',
  paid_in_full: "You've been paid.",
  completed: 'Completed.',
  canceled: 'Canceled. The units are back in your inventory.',
};

const REFUNDS = {
  pending: ' The payment is being refunded.',
  succeeded: ' The payment was refunded.',
  failed: " We're reviewing a problem with the refund.",
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
  if (side === 'buyer' && status === 'requires_payment_action') return 'Verify payment';
  if (side === 'seller' && status === 'awaiting_shipment') return 'Ship now';
  return status === 'completed' || status === 'canceled' ? 'Closed' : 'In progress';
};

export const GROUPS = ['Pay now', 'Verify payment', 'Ship now', 'In progress', 'Closed'] as const;

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
