import type { Actor } from '../accounts/actor';
import { sources, type Transitions } from '../contract/transitions';
import type { ShipmentStatus } from '../orders/contract';

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
} as const satisfies Transitions<ShipmentStatus, Actor['actor']>;

export type ShipmentEvent = keyof typeof shipmentEvents;

export const shipmentSources = (event: ShipmentEvent, { actor }: Actor) =>
  sources<ShipmentStatus, Actor['actor']>(shipmentEvents, event, actor);
