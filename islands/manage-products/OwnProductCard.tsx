import { clsx } from 'clsx';
import { type OwnProduct, productAddress } from '../../server/products/contract';
import { stepAddress } from '../dashboard/addresses';
import { Readiness } from '../dashboard/Dashboard';
import { CardPhoto, unitsText } from '../products/ProductCard';
import { Button } from '../ui/button';
import { Price } from '../ui/price';
import { blockersOf } from './blockers';
import { PauseButton } from './PauseButton';
import { BlockerChips, StatusBadge, useLostPhoto } from './status';
import type { OwnProducts } from './use-own-products';

interface Props {
  product: OwnProduct;
  onSaved: OwnProducts['replace'];
}

/** A product on its seller's page: links to the editor and lists what blocks publishing. */
export function OwnProductCard({ product, onSaved }: Props) {
  const blockers = blockersOf(product);
  const photo = useLostPhoto(product);
  const isOff = product.units === 0n || product.status === 'paused';
  return (
    <article className={clsx('product-card', isOff && 'sold-out')}>
      <a className="product-card-link" href={stepAddress(product.id, 'identifiers')}>
        <CardPhoto src={product.main_image_url} onLost={photo.onLost} />
        <h3 className="product-name">{product.name}</h3>
      </a>
      <span className="product-badge">
        <StatusBadge product={product} />
      </span>
      <p className="product-meta">
        <span>UPC {product.upc}</span>
        {product.sku && <span>SKU {product.sku}</span>}
      </p>
      {product.seller_price_cents !== null && (
        <Price
          cents={product.seller_price_cents}
          msrp={product.msrp_cents}
          percentOff={product.percent_off_msrp}
        />
      )}
      <p className="product-meta">
        <span>{unitsText(product.units)}</span>
      </p>
      {(blockers.length > 0 || photo.chip) && (
        <div className="blockers">
          {photo.chip}
          <BlockerChips blockers={blockers} />
        </div>
      )}
      {!product.provisional && <Readiness productId={product.id} readiness={product.readiness} most={1} />}
      <CardButtons product={product} onSaved={onSaved} />
    </article>
  );
}

const CardButtons = ({ product, onSaved }: Props) => (
  <div className="button-row">
    <Button
      size="small"
      icon="edit"
      href={stepAddress(product.id, 'identifiers')}
      aria-label={`Edit ${product.name}`}
    >
      Edit
    </Button>
    {!product.provisional && (
      <Button
        size="small"
        tone="quiet"
        icon="eye"
        href={productAddress(product)}
        aria-label={`View ${product.name}`}
      >
        View
      </Button>
    )}
    <PauseButton product={product} onSaved={onSaved} />
  </div>
);
