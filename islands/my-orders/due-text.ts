import { isCollected } from '../../server/contract/shipping-terms';
import { NO_SHIP_TO } from '../shipping/ShipActions';
import { isLate, shipDay } from '../shipping/ship-by';
import { leftLines } from '../shipping/shipment-values';
import type { Side } from './groups';
import type { OrderItem } from './order-rows';
import { type Clock, untilText } from './time-left';
import { refundText } from './wording';

type Order = OrderItem['order'];

const byPayDay = ({ pay_by }: Order, what: string, clock: Clock) =>
  pay_by === null ? null : `${what} ${untilText(pay_by, clock)}`;

function shippingText({ order, lines }: OrderItem, side: Side, clock: Clock) {
  const { needs_ship_to, terms } = order.shipping;
  if (needs_ship_to) return side === 'buyer' ? 'Choose where it ships' : NO_SHIP_TO;
  if (isCollected(terms) && leftLines(order, lines).length === 0) return 'Ready for pickup';
  const isDue = order.ship_by !== null && (side === 'seller' || isLate(order, clock.now));
  return isDue ? `${side === 'buyer' ? 'Was due to ship' : 'Ship'} by ${shipDay(order)}` : null;
}

/** What is due of an order, and when; of a canceled one, why. null where its status says all. */
export function dueText(item: OrderItem, side: Side, clock: Clock): string | null {
  const { order } = item;
  const isBuyer = side === 'buyer';
  switch (order.status) {
    case 'awaiting_initial_payment':
      return byPayDay(order, isBuyer ? 'Pay by' : 'Payment due by', clock);
    case 'requires_payment_action':
      return byPayDay(order, isBuyer ? 'Verify by' : 'Payment due by', clock);
    case 'awaiting_shipment':
      return shippingText(item, side, clock);
    case 'shipped':
      return isBuyer && order.can.receive && order.receipt_due_at !== null
        ? `Confirm receipt by ${clock.day(order.receipt_due_at)}`
        : null;
    case 'canceled':
      return [order.reason, isBuyer && order.refund_status !== 'succeeded' && refundText(order)]
        .filter(Boolean)
        .join(' · ');
    default:
      return null;
  }
}
