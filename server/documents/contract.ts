import { endpoint } from '../contract/endpoint';

/** `purchase_order.pdf`, `invoice.pdf`, `credit_memo-1.pdf`. */
export const showDocument = endpoint<undefined>()('GET /purchase_orders/:id/documents/:file');
/** By the link in a mail to accounts payable. */
export const showSharedDocument = endpoint<undefined>()('GET /shared_documents/:token');
export const showPackingSlip = endpoint<undefined>()(
  'GET /purchase_orders/:id/shipments/:number/packing_slip.pdf',
);
