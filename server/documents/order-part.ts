import { statement } from '../../db/sql';
import type { DocumentRow, PurchaseOrderRow, ShipmentRow } from '../../db/tables';
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

/** The other documents follow from the order and its shipments. */
const creditMemos = statement<Issued>(
  'credit memos of orders',
  `select purchase_order_id, kind, number from documents
    where purchase_order_id = any($1::int[]) and kind = 'credit_memo'`,
);

const shipmentsWithSlips = statement<Pick<ShipmentRow, 'purchase_order_id' | 'number'>>(
  'shipments with slips',
  'select purchase_order_id, number from shipments where purchase_order_id = any($1::int[]) and status = any($2::text[])',
);

export const documentsPart: OrderPart = async (db, orders, viewer) => {
  const ids = orders.map(({ id }) => id);
  const [memos, shipments] = await Promise.all([
    creditMemos(db, [ids]),
    shipmentsWithSlips(db, [ids, slipStatusesFor(viewer)]),
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
