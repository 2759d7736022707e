import {
  type OfferPlace,
  type Product,
  type ProductDetailProps,
  productAddress,
} from '../../server/products/contract';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { OfferForm } from './OfferForm';

export interface ActionProps {
  product: Product;
  as: ProductDetailProps['as'];
  hasSimilar: boolean;
  onChange: () => Promise<unknown>;
}

const places: Record<OfferPlace, { says: string; href: string; label: string }> = {
  draft: { says: 'This product is in your cart.', href: '/cart', label: 'View in Cart' },
  saved_for_later: { says: 'You saved this product for later.', href: '/cart', label: 'View in Cart' },
  seller_review: {
    says: 'Your offer is pending.',
    href: '/my_offers',
    label: 'View in Offers',
  },
  buyer_review: {
    says: 'The seller responded to your offer.',
    href: '/my_offers',
    label: 'View in Offers',
  },
};

/** The primary action, which depends on the viewer, the stock and the product's offer. */
export function Action({ product, as, hasSimilar, onChange }: ActionProps) {
  if (as === 'owner' || as === 'staff') {
    return (
      <div className="button-row">
        <Button tone="primary" icon="edit" href={`/dashboard/edit_product/${product.id}`}>
          Edit Product
        </Button>
      </div>
    );
  }
  const isBuyers = as === 'buyer' || as === 'reader';
  const place = isBuyers && product.offer_state && places[product.offer_state];
  if (place) {
    return (
      <div className="panel stack tight">
        <p>{place.says}</p>
        <Button tone="primary" size="large" block href={place.href}>
          {place.label}
        </Button>
      </div>
    );
  }
  if (!product.units) return <Unavailable product={product} hasSimilar={hasSimilar} />;
  if (as === 'anyone') return <SignInPanel product={product} />;
  if (as !== 'buyer') return null;
  if (product.seller_user_id === null) {
    return (
      <Notice title="This seller isn't taking offers yet">
        <p>
          <a href="/contact_us">Contact us</a> and we'll put you in touch.
        </p>
      </Notice>
    );
  }
  return <OfferForm product={product} onChange={onChange} />;
}

function Unavailable({ product, hasSimilar }: Pick<ActionProps, 'product' | 'hasSimilar'>) {
  const isSoldOut = product.units === 0n;
  return (
    <div className="panel stack tight">
      <p>
        {isSoldOut
          ? 'This product is sold out.'
          : "The seller hasn't confirmed quantity, so this product can't be ordered yet."}
      </p>
      <div>
        {isSoldOut && hasSimilar ? (
          <Button href="#similar-products">View Similar Products</Button>
        ) : (
          <Button href={`/seller/${product.seller_id}`}>View Storefront</Button>
        )}
      </div>
    </div>
  );
}

const SignInPanel = ({ product }: Pick<ActionProps, 'product'>) => (
  <div className="panel stack tight">
    <p>Sign in as a buyer to make an offer.</p>
    <div className="button-row">
      <Button tone="primary" href={`/sign_in?return_to=${encodeURIComponent(productAddress(product))}`}>
        Sign In
      </Button>
      <Button href="/sign_up/buy">Become a Buyer</Button>
    </div>
  </div>
);
