import { statement } from '../../db/sql';
import type { DocumentRow, PurchaseOrderRow, ShipmentRow } from '../../db/tables';
import type { OrderPart } from '../orders/extras';
import {
  countOf,
  type DocumentKind,
  type DocumentName,
  invoiceName,
  linkTo,
  linkToReplaced,
  packingSlipName,
  purchaseOrderName,
} from './name';
import { slipStatusesFor } from './policy';

const ORDER: readonly DocumentKind[] = ['purchase_order', 'invoice', 'packing_slip', 'credit_memo'];
const byKindAndCount = (a: DocumentName, b: DocumentName) =>
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || countOf(a) - countOf(b);

type Order = Pick<PurchaseOrderRow, 'id' | 'po_number' | 'paid_at'>;
type Issued = Pick<DocumentRow, 'purchase_order_id' | 'kind' | 'number'>;

const impliedBy = (order: Order, invoices: number): DocumentName[] => [
  purchaseOrderName(order),
  ...(order.paid_at === null ? [] : [invoiceName(order, Math.max(1, invoices))]),
];

/** The other documents follow from the order and its shipments. */
const memosAndInvoices = statement<Issued>(
  'credit memos and invoices of orders',
  `select purchase_order_id, kind, number from documents
    where purchase_order_id = any($1::int[]) and kind in ('credit_memo', 'invoice') order by id`,
);

const shipmentsWithSlips = statement<Pick<ShipmentRow, 'purchase_order_id' | 'number'>>(
  'shipments with slips',
  'select purchase_order_id, number from shipments where purchase_order_id = any($1::int[]) and status = any($2::text[])',
);

export const documentsPart: OrderPart = async (db, orders, viewer) => {
  const ids = orders.map(({ id }) => id);
  const [issued, shipments] = await Promise.all([
    memosAndInvoices(db, [ids]),
    shipmentsWithSlips(db, [ids, slipStatusesFor(viewer)]),
  ]);
  const byId = new Map<number, Order>(orders.map((order) => [order.id, order]));
  return (orderId) => {
    const order = byId.get(orderId);
    if (!order) return { documents: [] };
    const isOwn = (row: { purchase_order_id: number }) => row.purchase_order_id === orderId;
    const slips = shipments.filter(isOwn).map(({ number }) => packingSlipName(order, number));
    const own = issued.filter(isOwn);
    const invoices = own.filter(({ kind }) => kind === 'invoice').length;
    const memos = own.filter(({ kind }) => kind === 'credit_memo');
    const names = [...impliedBy(order, invoices), ...slips, ...memos].toSorted(byKindAndCount);
    const replaced = Array.from({ length: Math.max(0, invoices - 1) }, (_item, index) => index + 1);
    return {
      documents: [
        ...names.map((name) => linkTo(order, name)),
        ...replaced.toReversed().map((count) => linkToReplaced(order, count)),
      ],
    };
  };
};
