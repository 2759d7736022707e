import { dollars, formatUnits } from '../../server/contract/money';
import { productAddress } from '../../server/products/address-contract';
import { Thumb } from '../ui/thumb';
import type { SectionProps } from './order-page';

export const Lines = ({ lines }: SectionProps) => (
  <section className="stack" aria-label="Products">
    <h2>{lines.length === 1 ? '1 product' : `${formatUnits(lines.length)} products`}</h2>
    <ul className="order-lines">
      {lines.map(({ id, attributes: { product, images, quantity, unit_cents, total_cents } }) => (
        <li key={id}>
          <Thumb src={images[0] ?? null} alt="" size={48} />
          <div>
            <a href={productAddress(product)}>{product.name}</a>
            <p className="muted small">
              {`${product.sku ? `${product.sku} · ` : ''}${formatUnits(quantity)} × ${dollars(unit_cents)}`}
            </p>
          </div>
          <div className="line-total">
            <strong>{dollars(total_cents)}</strong>
          </div>
        </li>
      ))}
    </ul>
  </section>
);
