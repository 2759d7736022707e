import type { Knex } from 'knex';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import { cents } from '../contract/money';
import type { ThreadSummary } from '../contract/thread-message';
import { NO_MESSAGES } from '../contract/thread-message';
import type { OrderAbilities, OrderFulfilment } from './contract';

export interface OrderExtras
  extends Pick<OrderFulfilment, 'shipments' | 'documents' | 'refunded_cents' | 'earnings'> {
  can: Pick<OrderAbilities, 'claim'>;
  /** The buyer reported the order as not received, and the claim is undecided. */
  isReportedMissing: boolean;
  thread: ThreadSummary;
}

type Orders = readonly PurchaseOrderRow[];

/** One domain's share for a whole list, by at most one query per kind. Without the caller's transaction. */
export type OrderPart = (
  db: Knex,
  orders: Orders,
  viewer: Person,
) => Promise<(orderId: number) => Partial<OrderExtras>>;

export type LoadExtras = (
  db: Knex,
  orders: Orders,
  viewer: Person,
) => Promise<(orderId: number) => OrderExtras>;

const NONE: OrderExtras = {
  shipments: [],
  documents: [],
  refunded_cents: cents(0),
  earnings: null,
  can: { claim: false },
  isReportedMissing: false,
  thread: NO_MESSAGES,
};

/** The parts in their order; a later one wins. */
export const orderExtras =
  (parts: readonly OrderPart[]): LoadExtras =>
  async (db, orders, viewer) => {
    if (orders.length === 0) return () => NONE;
    const loaded = await Promise.all(parts.map((load) => load(db, orders, viewer)));
    return (orderId) => Object.assign({}, NONE, ...loaded.map((partOf) => partOf(orderId)));
  };
