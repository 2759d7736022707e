import { cents, dollars } from '../../server/contract/money';
import type { OrderActivity, PurchaseOrder } from '../../server/orders/contract';
import type { OrderStatus } from '../../server/orders/rules';

type Detail = OrderActivity['detail'];

const ofShipment = (what: string) => (detail: Detail) => `Shipment ${String(detail.shipment)} ${what}`;

const amount = ({ goods_cents, freight_cents }: Detail) =>
  dollars(cents(Number(goods_cents ?? 0) + Number(freight_cents ?? 0)));

const place = ({ city, region, postal_code }: Detail) =>
  city ? ` to ${[`${String(city)},`, region, postal_code].filter(Boolean).join(' ')}` : '';

const TITLES: Record<string, (detail: Detail) => string> = {
  shipment_packed: ofShipment('packed'),
  shipment_updated: ofShipment('updated'),
  shipment_shipped: ofShipment('shipped'),
  shipment_canceled: ofShipment('canceled'),
  remaining_canceled: () => 'Remaining units canceled',
  receipt_extended: () => '10 more days to confirm the receipt',
  receipt_reminder: () => 'Asked whether the order arrived',
  late_to_ship: () => 'Late to ship',
  money_returned: (detail) => `Refunded ${amount(detail)}`,
  ship_to_asked: () => 'Asked for a ship-to address',
  buyer_po_number_changed: ({ buyer_po_number: number }) =>
    number ? `PO number changed to ${String(number)}` : 'PO number removed',
  ship_to_changed: (detail) => `Ship-to address changed${place(detail)}`,
};

/** Events that domains added without words of their own read as they are. */
export function activityTitle({ event, detail }: OrderActivity): string {
  const title = TITLES[event]?.(detail);
  if (title !== undefined) return title;
  const words = event.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const STATUS_TITLES: Record<OrderStatus, string> = {
  awaiting_initial_payment: 'Order placed',
  payment_pending: 'Payment submitted',
  requires_payment_action: 'Bank account to be verified',
  awaiting_shipment: 'Payment received',
  shipped: 'Order shipped',
  received: 'Order received',
  paid_in_full: 'Seller paid out',
  completed: 'Order completed',
  canceled: 'Order canceled',
};

/** What brought the order into the status. */
export const statusTitle = (status: OrderStatus): string => STATUS_TITLES[status];

type Parties = Pick<PurchaseOrder['attributes'], 'buyer_name' | 'seller_name'>;

const ACTORS: Record<OrderActivity['actor'], (order: Parties) => string> = {
  buyer: ({ buyer_name }) => buyer_name,
  seller: ({ seller_name }) => seller_name,
  staff: () => 'Our team',
  provider: () => 'Payment provider',
  system: () => 'Automatic',
};

/** Says so where staff, not the provider, confirmed a payment, and who of the own side or which API key acted. */
export function actorOf({ actor, event, by }: Pick<OrderActivity, 'actor' | 'event' | 'by'>, order: Parties) {
  if (actor === 'staff' && event === 'confirm_payment') return 'Confirmed by our team';
  const side = ACTORS[actor](order);
  if (!by) return side;
  return by.kind === 'key' ? `${side} via ${by.name}` : `${by.name}, ${side}`;
}
