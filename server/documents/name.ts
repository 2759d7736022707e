import type { OrderDocumentLink } from '../orders/contract';
import { creditMemoPath, invoicePath, packingSlipPath, purchaseOrderPath } from '../orders/document-paths';

export type DocumentKind = OrderDocumentLink['kind'];

export interface DocumentName {
  readonly kind: DocumentKind;
  /** Unique among documents of its kind. */
  readonly number: string;
}

interface Order {
  readonly id: number;
  readonly po_number: string;
}

const digitsOf = ({ po_number }: Order) => po_number.slice('PO-'.length);

export const purchaseOrderName = (order: Order): DocumentName => ({
  kind: 'purchase_order',
  number: order.po_number,
});

/** The first of an order has no count, so that those issued before there were others keep their number. */
export const invoiceName = (order: Order, count = 1): DocumentName => ({
  kind: 'invoice',
  number: count === 1 ? `INV-${digitsOf(order)}` : `INV-${digitsOf(order)}-${count}`,
});

export const packingSlipName = (order: Order, shipment: number): DocumentName => ({
  kind: 'packing_slip',
  number: `${order.po_number}-S${shipment}`,
});

export const creditMemoName = (order: Order, adjustment: number): DocumentName => ({
  kind: 'credit_memo',
  number: `CM-${digitsOf(order)}-${adjustment}`,
});

/** Of a shipment's slip or an adjustment's memo: its number within the order. */
export const countOf = ({ number }: DocumentName): number => Number(/(?<!\d)(\d+)$/.exec(number)?.[1]);

const INVOICE = /^invoice-([1-9]\d{0,5})\.pdf$/;
const CREDIT_MEMO = /^credit_memo-([1-9]\d{0,5})\.pdf$/;
const SHIPMENT = /^[1-9]\d{0,5}$/;

/** `invoices`: how many the order has. `invoice.pdf` is the newest, `invoice-1.pdf` the first. */
export function nameOfFile(order: Order, file: string, invoices: number): DocumentName | null {
  if (file === 'purchase_order.pdf') return purchaseOrderName(order);
  if (file === 'invoice.pdf') return invoiceName(order, Math.max(1, invoices));
  const invoice = INVOICE.exec(file)?.[1];
  if (invoice) return invoiceName(order, Number(invoice));
  const memo = CREDIT_MEMO.exec(file)?.[1];
  return memo ? creditMemoName(order, Number(memo)) : null;
}

export const nameOfSlip = (order: Order, shipment: string): DocumentName | null =>
  SHIPMENT.test(shipment) ? packingSlipName(order, Number(shipment)) : null;

const paths: Record<Exclude<DocumentKind, 'invoice'>, (orderId: number, count: number) => string> = {
  purchase_order: purchaseOrderPath,
  packing_slip: packingSlipPath,
  credit_memo: creditMemoPath,
};

export const linkTo = ({ id }: Order, { kind, number }: DocumentName): OrderDocumentLink => ({
  kind,
  number,
  url: kind === 'invoice' ? invoicePath(id) : paths[kind](id, countOf({ kind, number })),
});

/** An invoice that another one replaced: the `count`th of its order. */
export const linkToReplaced = (order: Order, count: number): OrderDocumentLink => ({
  ...invoiceName(order, count),
  url: invoicePath(order.id, count),
});
