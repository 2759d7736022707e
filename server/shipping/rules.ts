import type { Shipment } from '../orders/contract';
import type { Carrier, ShipmentMode } from '../orders/rules';

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

export const carrierName = ({ carrier, carrier_name }: Pick<Shipment, 'carrier' | 'carrier_name'>) =>
  carrier_name ?? (carrier && carrierLabels[carrier]);
