import type { Knex } from 'knex';
import type { DocumentRow, PurchaseOrderRow } from '../../db/tables';
import type { OrderPart } from '../orders/extras';
import {
  countOf,
  type DocumentKind,
  type DocumentName,
  invoiceName,
  linkTo,
  packingSlipName,
  purchaseOrderName,
} from './name';
import { isImplied, slipStatusesFor } from './policy';

const ORDER: readonly DocumentKind[] = ['purchase_order', 'invoice', 'packing_slip', 'credit_memo'];
const byKindAndCount = (a: DocumentName, b: DocumentName) =>
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || countOf(a) - countOf(b);

type Order = Pick<PurchaseOrderRow, 'id' | 'po_number' | 'paid_at'>;
type Issued = Pick<DocumentRow, 'purchase_order_id' | 'kind' | 'number'>;

const impliedBy = (order: Order): DocumentName[] =>
  [purchaseOrderName(order), invoiceName(order)].filter((name) => isImplied(order, name));

/** The documents of each order that the viewer, one of its parties or staff, may open. */
export const documentsPart: OrderPart = async (db, orders, viewer) => {
  const ids = orders.map(({ id }) => id);
  const [memos, shipments] = await Promise.all([
    creditMemos(db, ids),
    db('shipments')
      .whereIn('purchase_order_id', ids)
      .whereIn('status', slipStatusesFor(viewer))
      .select('purchase_order_id', 'number'),
  ]);
  const byId = new Map<number, Order>(orders.map((order) => [order.id, order]));
  return (orderId) => {
    const order = byId.get(orderId);
    if (!order) return { documents: [] };
    const isOwn = (row: { purchase_order_id: number }) => row.purchase_order_id === orderId;
    const slips = shipments.filter(isOwn).map(({ number }) => packingSlipName(order, number));
    const names = [...impliedBy(order), ...slips, ...memos.filter(isOwn)].toSorted(byKindAndCount);
    return { documents: names.map((name) => linkTo(order, name)) };
  };
};

/** The other documents follow from the order and its shipments. */
const creditMemos = (db: Knex, orderIds: readonly number[]): Promise<Issued[]> =>
  db('documents')
    .whereIn('purchase_order_id', orderIds)
    .where({ kind: 'credit_memo' })
    .select('purchase_order_id', 'kind', 'number');
