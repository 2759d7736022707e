import type { Person } from '../../accounts/policy';
import { isCapable } from '../../contract/capabilities';
import { NO_MESSAGES } from '../../contract/thread-message';
import type { OrderActivity, PurchaseOrdersDocument } from '../contract';
import type { OrderStatus } from '../rules';

/** Whether the viewer reads an order's prices; of a seller's people, those who only ship do not. */
export const readsAmounts = (viewer: Person): boolean =>
  viewer.kind !== 'seller' || isCapable(viewer, 'amounts:read');

/** The orders of people who read no amounts: paid, and not settled. */
export const shippingStatuses = [
  'awaiting_shipment',
  'shipped',
  'received',
] as const satisfies readonly OrderStatus[];

export const readsStatus = (viewer: Person, status: OrderStatus): boolean =>
  readsAmounts(viewer) || (shippingStatuses as readonly OrderStatus[]).includes(status);

const isAmount = (key: string) =>
  /_(?:cents|to_seller)$/.test(key) || key === 'earnings' || key === 'refund_status';

function withoutAmountKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAmountKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key]) => !isAmount(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutAmountKeys(inner)]));
}

/** Leaves out the keys of amounts, documents that print them, and the parties' messages. */
export function withoutAmounts(document: PurchaseOrdersDocument): PurchaseOrdersDocument {
  const { data, included } = withoutAmountKeys(document) as PurchaseOrdersDocument;
  return {
    data: data.map(({ attributes, ...order }) => {
      const documents = attributes.documents.filter(({ kind }) => kind === 'packing_slip');
      return { ...order, attributes: { ...attributes, ...NO_MESSAGES, documents } };
    }),
    included,
  };
}

export const AMOUNT_ACTS = /^(?:money|claim|earnings)_/;

export const activityWithoutAmounts = (activity: readonly OrderActivity[]): OrderActivity[] =>
  activity
    .filter(({ event }) => !AMOUNT_ACTS.test(event))
    .map((entry) => ({ ...entry, detail: withoutAmountKeys(entry.detail) as OrderActivity['detail'] }));
