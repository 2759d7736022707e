import { endpoint } from '../contract/endpoint';
import { trackingUrl } from '../orders/carrier-contract';
import type { PurchaseOrder } from '../orders/contract';
import type { Carrier, Shipment, ShipmentMode } from '../orders/fulfilment-contract';

export const carrierLabels: Record<Carrier, string> = {
  ups: 'UPS',
  fedex: 'FedEx',
  usps: 'USPS',
  dhl: 'DHL',
  ontrac: 'OnTrac',
  fedex_freight: 'FedEx Freight',
  odfl: 'Old Dominion',
  estes: 'Estes',
  xpo: 'XPO',
  saia: 'Saia',
  rl: 'R+L Carriers',
  other: 'Other carrier',
};

export const modeLabels: Record<ShipmentMode, string> = {
  parcel: 'Parcel',
  ltl: 'LTL freight',
  truckload: 'Truckload',
  pickup: 'Pickup',
};

const CARRIERS_WITH_PAGE: readonly Carrier[] = ['ups', 'fedex', 'usps', 'dhl', 'ontrac'];

export const trackingPage = (carrier: Carrier | null, number: string): string | null =>
  carrier !== null && CARRIERS_WITH_PAGE.includes(carrier)
    ? trackingUrl(carrierLabels[carrier], number)
    : null;

export const carrierName = ({ carrier, carrier_name }: Pick<Shipment, 'carrier' | 'carrier_name'>) =>
  carrier_name ?? (carrier && carrierLabels[carrier]);

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

export const MAX_TRACKING_NUMBERS = 50;
/** What a buyer who is still waiting gets, once. */
export const EXTENSION_DAYS = 10;
export const MAX_REASON_LENGTH = 500;

export const SHIP_TO_MISSING = "The buyer hasn't chosen a ship-to address yet. We've asked them to.";
