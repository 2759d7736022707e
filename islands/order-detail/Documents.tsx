import type { OrderDocumentLink } from '../../server/orders/contract';
import type { SectionProps } from './order-page';

const LABELS: Record<OrderDocumentLink['kind'], string> = {
  purchase_order: 'Purchase order',
  invoice: 'Invoice',
  packing_slip: 'Packing slip',
  credit_memo: 'Credit memo',
};

/** A packing slip stands with its shipment. */
export function Documents({ order }: SectionProps) {
  const documents = order.documents.filter(({ kind }) => kind !== 'packing_slip');
  if (documents.length === 0) return null;
  return (
    <section className="card stack tight" aria-label="Documents">
      <h2>Documents</h2>
      <ul className="order-documents">
        {documents.map(({ kind, number, url }) => (
          <li key={url}>
            <a href={url} download>
              {LABELS[kind]} {number}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
