import type { Capability } from '../contract/capabilities';

interface Readers {
  /** What a member of the company, or its key, needs to read them. */
  readonly buyer: Capability | null;
  readonly seller: Capability | null;
}

const both = (capability: Capability): Readers => ({ buyer: capability, seller: capability });

/** null: that side has none. */
export const eventTypes = {
  'offer.submitted': both('offers:read'),
  'offer.countered': both('offers:read'),
  'offer.accepted': both('offers:read'),
  'offer.closed': both('offers:read'),
  'approval.changed': { buyer: 'offers:read', seller: null },
  'order.created': both('orders:read'),
  'order.paid': both('orders:read'),
  'order.shipped': both('orders:read'),
  'order.received': both('orders:read'),
  'order.closed': both('orders:read'),
  'order.updated': both('orders:read'),
  'claim.changed': { buyer: 'orders:read', seller: 'amounts:read' },
  'product.changed': { buyer: null, seller: 'products:read' },
  'payout.paid': { buyer: null, seller: 'earnings:read' },
  'webhook.test': both('company:manage'),
} as const satisfies Record<string, Readers>;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** `offer.*` */
const families = [...new Set(eventTypeNames.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))];

export const isEventPattern = (pattern: string): boolean =>
  (eventTypeNames as readonly string[]).includes(pattern) || families.includes(pattern);

const familyLabels = {
  offer: 'Offers',
  approval: 'Approvals',
  order: 'Orders',
  claim: 'Claims',
  product: 'Products',
  payout: 'Payouts',
} as const;

interface Family {
  readonly pattern: string;
  readonly label: string;
}

/** What a company of this kind has events of. */
export const familiesFor = (kind: 'buyer' | 'seller'): Family[] =>
  Object.entries(familyLabels)
    .filter(([family]) =>
      eventTypeNames.some((type) => type.startsWith(`${family}.`) && eventTypes[type][kind] !== null),
    )
    .map(([family, label]) => ({ pattern: `${family}.*`, label }));

/** The types that any of the patterns names; without patterns all. */
export const typesNamedBy = (patterns: readonly string[]): EventType[] =>
  eventTypeNames.filter(
    (type) =>
      patterns.length === 0 ||
      patterns.includes(type) ||
      patterns.includes(`${type.slice(0, type.indexOf('.'))}.*`),
  );

export const unknownEventType = (pattern: string) => `Unknown event type: ${pattern}`;

/** Events are kept, and cursors go on, for so long. */
export const KEPT_DAYS = 30;
