import type { Shipment } from '../../server/orders/contract';
import type { Order } from './shipment-values';

export const slipOf = ({ documents, po_number }: Order, { number }: Pick<Shipment, 'number'>) =>
  documents.find((one) => one.kind === 'packing_slip' && one.number === `${po_number}-S${number}`);
