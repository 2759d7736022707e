import type { OrderDocumentLink } from '../../server/orders/contract';
import type { OrderItem } from './order-rows';

const LABELS: Record<OrderDocumentLink['kind'], string> = {
  purchase_order: 'Purchase order',
  invoice: 'Invoice',
  packing_slip: 'Packing slip',
  credit_memo: 'Credit memo',
};

/** Those of the whole order: a packing slip stands with its shipment. */
export const documentsOf = ({ documents }: Pick<OrderItem['order'], 'documents'>) =>
  documents
    .filter(({ kind }) => kind !== 'packing_slip')
    .map(({ kind, number, url }) => ({ label: `${LABELS[kind]} ${number}`, url }));
