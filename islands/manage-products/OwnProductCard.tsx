import { clsx } from 'clsx';
import { dollars } from '../../server/contract/money';
import type { OwnProduct } from '../../server/products/contract';
import { stepAddress } from '../dashboard/addresses';
import { MissingParts } from '../dashboard/Dashboard';
import { CardPhoto, unitsText } from '../products/ProductCard';
import { blockersOf } from './blockers';
import { ProductMenu } from './ProductMenu';
import { BlockerChips, StatusBadge, useLostPhoto } from './status';
import type { OwnProducts } from './use-own-products';

interface Props {
  product: OwnProduct;
  /** The missing part that is named above the cards. */
  shared: string | undefined;
  wanted: string | undefined;
  onSaved: OwnProducts['replace'];
}

/** A product on its seller's page: links to the editor and lists what blocks publishing. */
export function OwnProductCard({ product, shared, wanted, onSaved }: Props) {
  const [next] = product.readiness.missing;
  const blockers = blockersOf(product);
  const photo = useLostPhoto(product);
  const isOff = product.units === 0n || product.status === 'paused';
  return (
    <article className={clsx('product-card', isOff && 'sold-out')}>
      <a className="product-card-link" href={stepAddress(product.id, 'identifiers')}>
        <CardPhoto src={product.main_image_url} onLost={photo.onLost} />
        <h3 className="product-name">{product.name}</h3>
      </a>
      {product.status !== 'live' && (
        <span className="product-badge">
          <StatusBadge product={product} />
        </span>
      )}
      <span className="own-menu">
        <ProductMenu product={product} onSaved={onSaved} />
      </span>
      <p className="own-facts">
        {product.seller_price_cents !== null && (
          <a
            href={`${stepAddress(product.id, 'pricing')}#seller_price_cents`}
            aria-label={`Edit price of ${product.name}: ${dollars(product.seller_price_cents)}`}
          >
            <b>{dollars(product.seller_price_cents)}</b>
          </a>
        )}
        <a
          href={`${stepAddress(product.id, 'quantity')}#units`}
          aria-label={`Edit units of ${product.name}: ${unitsText(product.units)}`}
        >
          {unitsText(product.units)}
        </a>
      </p>
      {wanted && <p className="muted small">{wanted}</p>}
      {(blockers.length > 0 || photo.chip) && (
        <div className="blockers">
          {photo.chip}
          <BlockerChips blockers={blockers} />
        </div>
      )}
      {!product.provisional && next && next.key !== shared && (
        <div className="readiness">
          <MissingParts productId={product.id} missing={[next]} />
        </div>
      )}
    </article>
  );
}
