import { endpoint } from '../contract/endpoint';

export const documentKinds = ['purchase_order', 'invoice', 'packing_slip', 'credit_memo'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** What an order names of its documents. */
export interface OrderDocument {
  kind: DocumentKind;
  number: string;
  url: string;
}

/** `purchase_order.pdf`, `invoice.pdf`, `credit_memo-1.pdf`. */
export const showDocument = endpoint<undefined>()('GET /purchase_orders/:id/documents/:file');
export const showPackingSlip = endpoint<undefined>()(
  'GET /purchase_orders/:id/shipments/:number/packing_slip.pdf',
);
