import type { PurchaseOrder } from '../../server/orders/contract';

/** Answers to people who only ship have no keys of amounts. */
export const showsAmounts = (order: Partial<Pick<PurchaseOrder['attributes'], 'total_cents'>>): boolean =>
  order.total_cents !== undefined;
