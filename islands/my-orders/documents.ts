import type { OrderDocumentLink } from '../../server/orders/contract';
import type { OrderItem } from './order-rows';

const LABELS: Record<OrderDocumentLink['kind'], string> = {
  purchase_order: 'Purchase order',
  invoice: 'Invoice',
  packing_slip: 'Packing slip',
  credit_memo: 'Credit memo',
};

/** Those of the whole order: a packing slip stands with its shipment. Of several invoices, the newest comes first. */
export function documentsOf({ documents }: Pick<OrderItem['order'], 'documents'>) {
  const invoice = documents.find(({ kind }) => kind === 'invoice');
  return documents
    .filter(({ kind }) => kind !== 'packing_slip')
    .map(({ kind, number, url }) => {
      const isReplaced = kind === 'invoice' && number !== invoice?.number;
      return { label: `${LABELS[kind]} ${number}${isReplaced ? ' (replaced)' : ''}`, url };
    });
}
