import { clsx } from 'clsx';
import { type ReactNode, useContext } from 'react';
import { counted, formatUnits } from '../../server/contract/money';
import { conditionLabels } from '../../server/contract/product-conditions';
import { type ProductCard as Card, productAddress } from '../../server/products/contract';
import { Badge } from '../ui/badge';
import { Price } from '../ui/price';
import { Photo } from '../ui/thumb';
import { FavoriteButton } from './FavoriteButton';
import { NewProducts } from './new-products';
import { requestEarly } from './request-early';

export const unitsText = (units: Card['units']) => {
  if (units === null) return 'Units TBD';
  return units === 0n ? 'Sold out' : counted(units, 'unit');
};

interface ProductCardProps {
  product: Card;
  eager?: boolean | undefined;
  withoutSeller?: boolean | undefined;
  children?: ReactNode;
}

export function ProductCard({ product, eager, withoutSeller, children }: ProductCardProps) {
  const soldOut = product.units === 0n;
  const isNew = useContext(NewProducts).has(product.id);
  return (
    <article className={clsx('product-card', soldOut && 'sold-out')}>
      <a className="product-card-link" href={productAddress(product)} onPointerDown={requestEarly}>
        <CardPhoto src={product.main_image_url} eager={eager} />
        <h3 className="product-name">{product.name}</h3>
      </a>
      <FavoriteButton product={product} />
      {(soldOut || isNew) && (
        <span className="product-badge">
          <Badge tone={soldOut ? 'gray' : 'accent'}>{soldOut ? 'Sold out' : 'New'}</Badge>
        </span>
      )}
      {!withoutSeller && (
        <p className="product-seller">
          <a href={`/seller/${product.seller_id}`}>{product.seller.name}</a>
        </p>
      )}
      {product.seller_price_cents !== null && (
        <Price
          cents={product.seller_price_cents}
          msrp={product.msrp_cents}
          percentOff={product.percent_off_msrp}
        />
      )}
      <p className="product-meta">
        {!soldOut && <span>{unitsText(product.units)}</span>}
        {product.min_order_units !== null && product.min_order_units > 1n && (
          <span>Min. {formatUnits(product.min_order_units)}</span>
        )}
        {product.order_multiple !== undefined && product.order_multiple > 1n && (
          <span>Cases of {formatUnits(product.order_multiple)}</span>
        )}
      </p>
      <Origin product={product} />
      {children}
    </article>
  );
}

/** "Shelf pulls · Ships from TX". */
function Origin({ product: { condition, ship_from_state } }: Pick<ProductCardProps, 'product'>) {
  if (!condition && !ship_from_state) return null;
  return (
    <p className="product-meta">
      {condition && <span>{conditionLabels[condition]}</span>}
      {ship_from_state && <span>Ships from {ship_from_state}</span>}
    </p>
  );
}

interface CardPhotoProps {
  src: string | null;
  eager?: boolean | undefined;
  onLost?: (() => void) | undefined;
}

export const CardPhoto = ({ src, eager, onLost }: CardPhotoProps) => (
  <span className="product-photo">
    <Photo
      src={src}
      onLost={onLost}
      alt=""
      width={400}
      height={400}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  </span>
);
