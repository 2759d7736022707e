import { type Cents, dollars, type SignedCents, signedDollars } from '../../server/contract/money';
import { withPeriod } from '../../server/contract/with-period';
import type { PurchaseOrder } from '../../server/orders/contract';
import type { OrderStatus } from '../../server/orders/rules';
import { shipDay } from '../shipping/ship-by';
import { showsAmounts } from './amounts';
import type { Side } from './groups';
import { type Clock, untilText } from './time-left';

type Order = PurchaseOrder['attributes'];

interface Facts {
  order: Order;
  clock: Clock;
  /** ' on Nov 22, 2026', or '' where the history does not say. */
  on: (status: OrderStatus) => string;
}

type Sentences = Record<OrderStatus, (facts: Facts) => string>;

const orCanceled = ({ order, clock }: Facts) =>
  order.pay_by === null ? '' : ` by ${untilText(order.pay_by, clock)}, or the order is canceled`;

const BUYER_NEXT: Sentences = {
  awaiting_initial_payment: (facts) =>
    facts.order.pay_by === null ? "We're reviewing a payment for this order." : `Pay${orCanceled(facts)}.`,
  payment_pending: ({ on }) =>
    `You submitted the payment${on('payment_pending')}. We're waiting for confirmation. This page updates automatically.`,
  requires_payment_action: (facts) =>
    `Two small deposits will reach your bank account in 1–2 business days. Verify their amounts${orCanceled(facts)}.`,
  awaiting_shipment: ({ order, on }) =>
    `You paid${on('awaiting_shipment')}. ${order.seller_name} ships next, and we'll email you then.`,
  shipped: ({ order, on }) =>
    `${order.seller_name} shipped the order${on('shipped')}. ${order.tracking_number ? 'Track it with the carrier.' : "It's on its way."}`,
  received: ({ on }) => `You received the order${on('received')}.`,
  paid_in_full: ({ on }) => `You received the order${on('received')}.`,
  completed: ({ on }) => `This order was completed${on('completed')}.`,
  canceled: (facts) => `${canceledText(facts)} ${refundText(facts.order)}`.trim(),
};

const SELLER_NEXT: Sentences = {
  awaiting_initial_payment: ({ order, clock }) =>
    order.pay_by === null
      ? "We're reviewing a payment for this order. Wait for it before you ship."
      : `${order.buyer_name} has until ${untilText(order.pay_by, clock)} to pay. Wait for the payment before you ship.`,
  payment_pending: ({ order, on }) =>
    `${order.buyer_name} submitted the payment${on('payment_pending')}. Wait for confirmation before you ship.`,
  requires_payment_action: ({ order, clock }) =>
    order.pay_by === null
      ? `${order.buyer_name} is verifying a bank account. Wait for the payment before you ship.`
      : `${order.buyer_name} has until ${untilText(order.pay_by, clock)} to verify a bank account. Wait for the payment before you ship.`,
  awaiting_shipment: ({ order, on }) =>
    `${order.buyer_name} paid${on('awaiting_shipment')}. Ship the order${order.ship_by ? ` by ${shipDay(order)}` : ''}.`,
  shipped: ({ order, on }) => `Shipped${on('shipped')}. It's on its way to ${withPeriod(order.buyer_name)}`,
  received: ({ order, on }) =>
    `${order.buyer_name} received the order${on('received')}.${showsAmounts(order) ? ` ${payoutNext(order)}` : ''}`,
  paid_in_full: ({ order, on }) =>
    `We sent your payout${order.refunded_cents > 0 ? '' : ofNet(order)}${on('paid_in_full')}.`,
  completed: ({ on }) => `This order was completed${on('completed')}.`,
  canceled: (facts) => `${canceledText(facts)} The units are back in your inventory.`,
};

/** What the seller receives after fees and refunds; null for buyers and canceled orders. */
export const receivedOf = ({ earnings, status, total_net_to_seller }: Order): Cents | SignedCents | null =>
  status === 'canceled' ? null : (earnings?.net_cents ?? total_net_to_seller);

const payoutNext = (order: Order) =>
  receivedOf(order) === 0 ? 'The whole payment was refunded.' : `Your payout${ofNet(order)} is next.`;

function ofNet(order: Order) {
  const net = receivedOf(order);
  return net === null ? '' : ` of ${signedDollars(net as SignedCents)}`;
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const canceledText = ({ order: { reason }, on }: Facts) =>
  `Canceled${on('canceled')}.${reason ? ` ${asSentence(reason)}` : ''}`;

export function refundText({ refund_status, total_cents, history }: Order): string {
  const amount = dollars(total_cents);
  if (refund_status === 'pending') return `We're refunding ${amount} to your original payment method.`;
  if (refund_status === 'succeeded')
    return `We refunded ${amount} to your original payment method. It can take 5–10 business days to arrive.`;
  if (refund_status === 'failed')
    return `Your refund of ${amount} is delayed. We're working on it and will contact you.`;
  const wasPaid = history.some(({ status }) => status === 'awaiting_shipment');
  return wasPaid ? '' : "You weren't charged.";
}

/** What happened, what comes next, and when. */
export function nextOf(order: Order, side: Side, clock: Clock): string {
  const on = (status: OrderStatus) => {
    const entry = order.history.findLast((one) => one.status === status);
    return entry ? ` on ${clock.day(entry.at)}` : '';
  };
  return (side === 'buyer' ? BUYER_NEXT : SELLER_NEXT)[order.status]({ order, clock, on });
}
