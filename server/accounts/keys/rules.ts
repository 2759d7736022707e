import { type Capability, keyCapabilities } from '../../contract/capabilities';

export const MAX_KEYS = 20;
export const MAX_KEY_DAYS = 730;
export const KEY_DAYS = 365;
export const MAX_OVERLAP_HOURS = 72;

/** What opens to a key that holds the capability. */
export const capabilityLines: Readonly<Partial<Record<Capability, string>>> = {
  'company:read': 'the company and its members',
  'offers:read': 'offers, messages and addresses',
  'offers:write': 'make, answer and withdraw offers',
  'orders:read': 'orders, shipments, documents and claims',
  'orders:write': 'pay, receive and cancel orders, open and answer claims',
  'orders:ship': 'shipments, tracking and packing slips',
  'amounts:read': 'the amounts of orders, claims and invoices',
  'earnings:read': 'balance, payouts and statements',
  'products:read': 'own products, imports and analytics',
  'products:write': 'change products, stock and the store',
};

/** The first that a key of the company can't have, or null. */
export const unavailableTo = (kind: 'buyer' | 'seller', capabilities: readonly string[]): string | null =>
  capabilities.find((capability) => !(keyCapabilities[kind] as readonly string[]).includes(capability)) ??
  null;

/** Only buyers' acts spend. */
export const hasLimits = (kind: 'buyer' | 'seller') => kind === 'buyer';
