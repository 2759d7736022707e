import { endpoint } from '../contract/endpoint';
import type { PurchaseOrder } from '../orders/contract';

export const changeShipTo = endpoint<{ data: PurchaseOrder }>()(
  'PUT /marketplace/purchase_orders/:id/ship_to',
);
