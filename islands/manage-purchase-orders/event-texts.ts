import { dollars } from '../../server/contract/money';
import { withPeriod } from '../../server/contract/with-period';
import type { OrderEvent } from '../../server/orders/rules';
import type { Order } from './event-details';

const titles: Record<OrderEvent, (number: string) => string> = {
  submit_payment: (number) => `Mark payment of ${number} as submitted?`,
  require_payment_action: (number) => `Require payment action for ${number}?`,
  ship: (number) => `Ship order ${number}?`,
  receive: (number) => `Mark ${number} as received?`,
  complete: (number) => `Complete order ${number}?`,
  confirm_payment: (number) => `Confirm payment of ${number}?`,
  fail_payment: (number) => `Mark payment of ${number} as failed?`,
  pay_in_full: (number) => `Mark ${number} as paid in full?`,
  cancel: (number) => `Cancel order ${number}?`,
};

export const titleOf = (event: OrderEvent, number: string) => titles[event](number);

/** Of one order or several. */
export const bulkTitleOf = (event: OrderEvent, orders: readonly Order[]) =>
  orders.length === 1
    ? titleOf(event, orders[0]?.po_number ?? '')
    : titleOf(event, `${orders.length} orders`).replace('order ', '').replace('payment of', 'payments of');

const effects: Record<OrderEvent, string> = {
  submit_payment: 'The order stays on hold until the payment is confirmed or fails.',
  require_payment_action: 'The order stays on hold until the buyer verifies the payment.',
  receive: 'The buyer and the seller will see that the shipment arrived.',
  complete: "This closes the order. A completed order can't be changed.",
  ship: 'The buyer gets an email with the tracking details.',
  confirm_payment:
    'The seller is asked to ship. Any open checkout will be closed. The order will show that staff confirmed the payment.',
  fail_payment: 'The order goes back to awaiting initial payment, and the buyer can check out again.',
  pay_in_full: 'Continue only after the seller has been paid out.',
  cancel: 'The units return to the seller, and any payment is refunded.',
};

const BY_HAND_OF_SOME =
  'Some were paid outside Stripe: send those refunds yourself, then mark them as refunded in Payouts.';
const BY_HAND = 'It was paid outside Stripe: send the refund yourself, then mark it as refunded in Payouts.';

/** Of one order or several. */
export const effectOf = (event: OrderEvent, orders: readonly Pick<Order, 'confirmed_by_staff'>[]) =>
  event === 'cancel' && orders.some(({ confirmed_by_staff }) => confirmed_by_staff)
    ? `${effects.cancel} ${orders.length === 1 ? BY_HAND : BY_HAND_OF_SOME}`
    : effects[event];

/** The amounts that the event is about. */
export function amountOf(event: OrderEvent, order: Order) {
  if (event !== 'pay_in_full') return null;
  const { total_cents, refunded_cents, net_after_refunds_cents: net } = order;
  const total = dollars(total_cents);
  const of = refunded_cents > 0 ? `${total}, less ${dollars(refunded_cents)} refunded,` : total;
  return `${dollars(net)} of ${of} goes to ${withPeriod(order.seller_name)}`;
}

/** What the orders of an event come to: paying in full moves what is left for the sellers. */
export const centsOf = (event: OrderEvent, { net_after_refunds_cents, total_cents }: Order) =>
  event === 'pay_in_full' ? net_after_refunds_cents : total_cents;

export const sumText = (event: OrderEvent, total: string) =>
  event === 'pay_in_full' ? `${total} goes to the sellers.` : `${total} total.`;
