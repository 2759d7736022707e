import { endpoint } from '../contract/endpoint';
import type { PurchaseOrder, Shipment } from '../orders/contract';

interface ShipmentAnswer {
  shipment: Shipment;
  data: PurchaseOrder;
}

interface OrderAnswer {
  data: PurchaseOrder;
}

export const createShipment = endpoint<ShipmentAnswer>()('POST /marketplace/purchase_orders/:id/shipments');
export const updateShipment = endpoint<ShipmentAnswer>()(
  'PUT /marketplace/purchase_orders/:id/shipments/:number',
);
export const shipShipment = endpoint<ShipmentAnswer>()(
  'POST /marketplace/purchase_orders/:id/shipments/:number/ship',
);
export const cancelShipment = endpoint<undefined>()(
  'DELETE /marketplace/purchase_orders/:id/shipments/:number',
);
export const cancelRemaining = endpoint<OrderAnswer>()(
  'POST /marketplace/purchase_orders/:id/cancel_remaining',
);
export const cancelOrder = endpoint<OrderAnswer>()('POST /marketplace/purchase_orders/:id/cancel');
export const receiveOrder = endpoint<OrderAnswer>()('POST /marketplace/purchase_orders/:id/receive');
export const extendReceipt = endpoint<OrderAnswer>()('POST /marketplace/purchase_orders/:id/extend_receipt');
export const changeShipTo = endpoint<OrderAnswer>()('PUT /marketplace/purchase_orders/:id/ship_to');
