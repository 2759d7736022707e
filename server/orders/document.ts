import type { Knex } from 'knex';
import type { Person } from '../accounts/policy';
import type { PurchaseOrdersDocument } from './contract';
import { type OrderPart, orderExtras } from './extras';
import { linesAndHistoryOf, type OrderWithNames } from './queries';
import { type DocumentConfig, ordersDocument } from './serializer';
import { readsAmounts, withoutAmounts } from './visibility/amounts';

export type LoadDocument = (
  db: Knex,
  orders: readonly OrderWithNames[],
  viewer: Person,
) => Promise<PurchaseOrdersDocument>;

/** Every answer that shows orders is made by this one function, so that no part is missing in any. */
export function orderDocuments(config: DocumentConfig, parts: readonly OrderPart[]): LoadDocument {
  const loadExtras = orderExtras(parts);
  return async (db, orders, viewer) => {
    const [rows, extrasOf] = await Promise.all([
      linesAndHistoryOf(db, orders),
      loadExtras(db, orders, viewer),
    ]);
    const document = ordersDocument(orders, { ...rows, extrasOf }, { viewer, config });
    return readsAmounts(viewer) ? document : withoutAmounts(document);
  };
}
