/** Where an order's documents are (docs/rules.md#documents). */
const documentPath = (orderId: number, file: string) => `/purchase_orders/${orderId}/documents/${file}.pdf`;

export const purchaseOrderPath = (orderId: number) => documentPath(orderId, 'purchase_order');

/** The newest, else the `count`th. */
export const invoicePath = (orderId: number, count?: number) =>
  documentPath(orderId, count === undefined ? 'invoice' : `invoice-${count}`);

export const creditMemoPath = (orderId: number, adjustmentNumber: number) =>
  documentPath(orderId, `credit_memo-${adjustmentNumber}`);

export const packingSlipPath = (orderId: number, shipmentNumber: number) =>
  `/purchase_orders/${orderId}/shipments/${shipmentNumber}/packing_slip.pdf`;
