/** Where an order's documents are (docs/rules.md#documents). */
const documentPath = (orderId: number, file: string) => `/purchase_orders/${orderId}/documents/${file}.pdf`;

export const purchaseOrderPath = (orderId: number) => documentPath(orderId, 'purchase_order');

export const invoicePath = (orderId: number) => documentPath(orderId, 'invoice');

/** `adjustment`: 1, 2, … of the order. */
export const creditMemoPath = (orderId: number, adjustment: number) =>
  documentPath(orderId, `credit_memo-${adjustment}`);

/** `shipment`: 1, 2, … of the order. */
export const packingSlipPath = (orderId: number, shipment: number) =>
  `/purchase_orders/${orderId}/shipments/${shipment}/packing_slip.pdf`;
