import { productAddress } from '../../server/products/address-contract';
import type { OfferPlace, Product, ProductDetailProps } from '../../server/products/contract';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { OfferForm } from './OfferForm';

export interface ActionProps {
  product: Product;
  as: ProductDetailProps['as'];
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

/** The primary action, which depends on the viewer and the product's offer. */
export function Action({ product, as, onChange }: ActionProps) {
  if (as === 'owner' || as === 'staff') {
    return (
      <div className="button-row">
        <Button tone="primary" icon="edit" href={`/dashboard/edit_product/${product.id}`}>
          Edit Product
        </Button>
      </div>
    );
  }
  if (as === 'anyone') return <SignInPanel product={product} />;
  if (as !== 'buyer') return null;
  const place = product.offer_state && places[product.offer_state];
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
  if (product.seller_user_id === null) {
    return (
      <Notice title="This seller isn't taking offers yet">
        <p>
          <a href="/contact_us">Contact us</a> and we'll put you in touch.
        </p>
      </Notice>
    );
  }
  if (product.units === null) return <p className="muted">The seller hasn't confirmed quantity.</p>;
  if (product.units === 0n) return <p className="muted">Sold out. Similar products are shown below.</p>;
  return <OfferForm product={product} onChange={onChange} />;
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
