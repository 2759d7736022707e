import { documentsOf } from '../my-orders/documents';
import type { SectionProps } from './order-page';

export function Documents({ order }: SectionProps) {
  const documents = documentsOf(order);
  if (documents.length === 0) return null;
  return (
    <section className="card stack tight" aria-label="Documents">
      <h2>Documents</h2>
      <ul className="order-documents">
        {documents.map(({ label, url }) => (
          <li key={url}>
            <a href={url} download>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
