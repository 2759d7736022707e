import type { OrderStatus } from '../../server/orders/rules';

export type Side = 'buyer' | 'seller';

export const YOUR_PAYMENT = 'Your payment';
export const COMPLETED = 'Completed';
export const TO_SHIP = 'To ship';

/** In the order of the page. */
export const GROUPS: Record<Side, readonly string[]> = {
  buyer: [YOUR_PAYMENT, 'Pay now', 'Verify payment', 'In progress', COMPLETED],
  seller: [TO_SHIP, 'Awaiting payment', 'In transit', COMPLETED],
};

/** Groups that the viewer acts on: what has waited longest comes first. */
export const isActedOn = (group: string) => ['Pay now', 'Verify payment', TO_SHIP].includes(group);

const PLACES: Record<Side, Partial<Record<OrderStatus, string>>> = {
  buyer: {
    awaiting_initial_payment: 'Pay now',
    requires_payment_action: 'Verify payment',
    payment_pending: 'In progress',
    awaiting_shipment: 'In progress',
    shipped: 'In progress',
    received: 'In progress',
  },
  seller: {
    awaiting_initial_payment: 'Awaiting payment',
    payment_pending: 'Awaiting payment',
    requires_payment_action: 'Awaiting payment',
    awaiting_shipment: TO_SHIP,
    shipped: 'In transit',
  },
};

export const groupOf = (status: OrderStatus, side: Side) => PLACES[side][status] ?? COMPLETED;
