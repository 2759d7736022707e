import type { Transitions } from '../contract/transitions';
import type { ShipmentStatus } from '../orders/fulfilment-contract';

/** The transition table; a shipment is created as `packed`. */
export const shipmentEvents = {
  ship: {
    from: ['packed'],
    to: 'shipped',
    by: ['seller', 'staff'],
    when: 'It left; at once where it was packed and shipped in one act.',
  },
  cancel: {
    from: ['packed'],
    to: 'canceled',
    by: ['seller', 'staff'],
    when: 'It was unpacked, or its order or the units that remained were canceled.',
  },
} as const satisfies Transitions<ShipmentStatus, 'seller' | 'staff'>;

export type ShipmentEvent = keyof typeof shipmentEvents;
