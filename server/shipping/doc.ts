import { object, tagged } from '../openapi/answer';
import type { PurchaseOrder, Shipment } from '../orders/contract';
import { purchaseOrder, shipment } from '../orders/doc';
import * as calls from './contract';

const order = object<{ data: PurchaseOrder }>({ data: purchaseOrder });
const shipped = object<{ shipment: Shipment; data: PurchaseOrder }>({ shipment, data: purchaseOrder });

const lines = [{ purchase_order_product_id: 3051, quantity: 10 }];

const doc = tagged('Shipments');
const params = { number: '1' };

export default [
  doc(calls.createShipment, {
    summary: 'Pack or ship lines of an order',
    answer: shipped,
    example: {
      shipment: {
        mode: 'parcel',
        carrier: 'ups',
        tracking_numbers: ['1Z999AA10123456784'],
        lines,
        ship: true,
      },
      version: 3,
    },
  }),
  doc(calls.updateShipment, {
    summary: 'Change a shipment',
    answer: shipped,
    params,
    example: { shipment: { carrier: 'ups', tracking_numbers: ['1Z999AA10123456784'] } },
  }),
  doc(calls.shipShipment, {
    summary: 'Ship what is packed',
    answer: shipped,
    params,
    example: { shipment: { carrier: 'ups', tracking_numbers: ['1Z999AA10123456784'] } },
  }),
  doc(calls.cancelShipment, { summary: 'Unpack a shipment that hasn’t left', answer: null, params }),
  doc(calls.cancelRemaining, {
    summary: 'Cancel what will never ship; the buyer is refunded',
    answer: order,
    example: { reason: 'The rest was damaged in the warehouse.', version: 3 },
  }),
  doc(calls.cancelOrder, {
    summary: 'Cancel an order',
    answer: order,
    example: { reason: 'Ordered twice.', version: 3 },
  }),
  doc(calls.changeShipTo, {
    summary: 'Change where an order ships to',
    answer: order,
    example: { address_id: 77, version: 3 },
  }),
  doc(calls.receiveOrder, {
    summary: 'Confirm that an order arrived',
    answer: order,
    example: { version: 3 },
  }),
  doc(calls.extendReceipt, { summary: 'Ask for more time to confirm the receipt', answer: order }),
];
