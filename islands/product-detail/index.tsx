import { clsx } from 'clsx';
import { useCallback, useEffect } from 'react';
import { categoryLabels } from '../../server/contract/categories';
import type { PropsOf } from '../../server/contract/island';
import { dollars, formatUnits } from '../../server/contract/money';
import {
  type Product,
  type ProductDetailProps,
  type productDetail,
  showProduct,
} from '../../server/products/contract';
import { ApiError, call } from '../browser/api';
import { LatePriceGuide } from '../guidance/LatePriceGuide';
import { useChannel } from '../live/cable';
import { FavoriteButton } from '../products/FavoriteButton';
import { ProductCard } from '../products/ProductCard';
import { recordView } from '../sourcing/record-view';
import { Badge } from '../ui/badge';
import { Disclosure, ReadMore } from '../ui/disclosure';
import { LoadProps, usePreloaded } from '../ui/feedback';
import { Grid } from '../ui/grid';
import { Price } from '../ui/price';
import { Action, type ActionProps } from './Action';
import { BuyBar } from './BuyBar';
import { factGroupsOf, unitsOf } from './facts';
import { Gallery } from './Gallery';
import { loadProduct } from './load-product';
import { NotListed } from './NotListed';
import { ShipsFrom } from './ShipsFrom';

export default function ProductDetail(props: PropsOf<typeof productDetail>) {
  return (
    <LoadProps
      given={props.product && (props as ProductDetailProps)}
      load={loadProduct}
      failure="The product could not be loaded."
    >
      {(all) => <Detail {...all} />}
    </LoadProps>
  );
}

function Detail({ product: first, similar, as }: ProductDetailProps) {
  const reload = useCallback(async () => {
    try {
      return await call(showProduct, { id: first.id });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) location.assign('/404');
      throw error;
    }
  }, [first.id]);
  const [product = first, refetch] = usePreloaded(first, reload);
  useChannel(as === 'buyer' || as === 'reader' ? 'OffersChannel' : null, refetch);
  useEffect(() => recordView(first.id), [first.id]);
  const isSoldOut = product.units === 0n;
  const similarProducts = similar.length > 0 && (
    <SimilarProducts sellerId={product.seller_id} products={similar} />
  );

  return (
    <div className="page">
      <div className={clsx('product-detail', isSoldOut && 'sold-out')}>
        <Gallery images={product.images} name={product.name} />
        <Decision product={product} as={as} hasSimilar={similar.length > 0} onChange={refetch} />
      </div>
      {isSoldOut && similarProducts}
      <Particulars product={product} />
      {!isSoldOut && similarProducts}
      {as === 'buyer' && !product.offer_state && <BuyBar product={product} />}
    </div>
  );
}

/** Name, price and the viewer's action: beside the pictures, or below them on phones. */
function Decision({ product, ...context }: ActionProps) {
  return (
    <div className="decision">
      <div className="stack tight">
        {product.category !== 'other category' && (
          <div>
            <Badge>{categoryLabels[product.category]}</Badge>
          </div>
        )}
        <div className="name-with-favorite">
          <h1>{product.name}</h1>
          <FavoriteButton product={product} />
        </div>
        <p className="product-seller">
          by <a href={`/seller/${product.seller_id}`}>{product.seller.name}</a>
          {typeof product.seller.min_order_cents === 'number' && (
            <> · Minimum order {dollars(product.seller.min_order_cents)}</>
          )}
        </p>
      </div>
      {product.seller_price_cents !== null && (
        <Price
          cents={product.seller_price_cents}
          msrp={product.msrp_cents}
          percentOff={product.percent_off_msrp}
          size={product.units === 0n ? undefined : 'large'}
        />
      )}
      {context.as !== 'anyone' && <ShipsFrom productId={product.id} />}
      {(context.as === 'buyer' || context.as === 'owner') && (
        <LatePriceGuide productId={product.id} side={context.as === 'buyer' ? 'buyer' : 'seller'} />
      )}
      <NotListed product={product} />
      <PriceDetails product={product} />
      <Action product={product} {...context} />
    </div>
  );
}

function Particulars({ product }: { product: Product }) {
  return (
    <div className="section particulars">
      {product.description !== '' && (
        <Disclosure title="Description" open>
          <ReadMore lines={8}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was written */}
            <div className="prose" dangerouslySetInnerHTML={{ __html: product.description }} />
          </ReadMore>
        </Disclosure>
      )}
      <div className="details">
        <Disclosure title="Product Details" open>
          {factGroupsOf(product).map(({ title, facts }) => (
            <section key={title} className="product-facts">
              <h3>{title}</h3>
              <dl className="facts">
                {facts.map(([label, value]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Disclosure>
      </div>
      <Disclosure title="About Seller" open>
        <div className="stack tight">
          <p className="product-seller">
            <a href={`/seller/${product.seller_id}`}>{product.seller.name}</a>
          </p>
          {product.seller.description && (
            <ReadMore lines={5}>
              <p className="prose">{product.seller.description}</p>
            </ReadMore>
          )}
        </div>
      </Disclosure>
    </div>
  );
}

interface SimilarProductsProps {
  sellerId: number;
  products: ProductDetailProps['similar'];
}

const SimilarProducts = ({ sellerId, products }: SimilarProductsProps) => (
  <section className="section similar" aria-labelledby="similar-products">
    <div className="section-head">
      <h2 id="similar-products">Similar Products</h2>
      <a href={`/seller/${sellerId}`}>View All</a>
    </div>
    <Grid label="Similar Products">
      {products.map((card) => (
        <li key={card.id}>
          <ProductCard product={card} />
        </li>
      ))}
    </Grid>
  </section>
);

function PriceDetails({ product }: { product: Product }) {
  const { msrp_cents, seller_price_cents } = product;
  // Stands next to the price.
  const isStruck = msrp_cents !== null && seller_price_cents !== null && msrp_cents > seller_price_cents;
  const rows: [string, string | null][] = [
    ['MSRP', msrp_cents === null || isStruck ? null : dollars(msrp_cents)],
    ['Wholesale', typeof product.wholesale_cents === 'number' ? dollars(product.wholesale_cents) : null],
    ['Units available', unitsOf(product)],
    [
      'Minimum order',
      product.min_order_units !== null && product.min_order_units > 1n
        ? `${formatUnits(product.min_order_units)} units`
        : null,
    ],
  ];
  return (
    <dl className="facts price-details">
      {rows.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
