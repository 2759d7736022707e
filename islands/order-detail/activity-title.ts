import { cents, dollars } from '../../server/contract/money';
import type { OrderActivity } from '../../server/orders/fulfilment-contract';

type Detail = OrderActivity['detail'];

const ofShipment = (what: string) => (detail: Detail) => `Shipment ${String(detail.shipment)} ${what}`;

const amount = ({ goods_cents, freight_cents }: Detail) =>
  dollars(cents(Number(goods_cents ?? 0) + Number(freight_cents ?? 0)));

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
  ship_to_changed: () => 'Ship-to address changed',
};

/** Events that domains added without words of their own read as they are. */
export function activityTitle({ event, detail }: OrderActivity): string {
  const title = TITLES[event]?.(detail);
  if (title !== undefined) return title;
  const words = event.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
