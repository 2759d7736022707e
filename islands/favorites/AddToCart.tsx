import { useState } from 'react';
import { smallestQuantity } from '../../server/contract/case-packs';
import { formatUnits } from '../../server/contract/money';
import { createOffer } from '../../server/offers/cart/contract';
import type { OfferPlace } from '../../server/products/contract';
import type { Favorite } from '../../server/sourcing/contract';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { Button } from '../ui/button';

const add = (favorite: Favorite) =>
  call(
    createOffer,
    {},
    {
      offer: {
        seller_user_id: favorite.seller_user_id,
        offer_products_attributes: [
          {
            product_id: favorite.id,
            quantity: smallestQuantity(favorite),
            unit_price: favorite.seller_price_cents,
          },
        ],
      },
    },
  );

/** Adds the smallest quantity at the asking price; both can be changed in the cart. */
export function AddToCart({ favorite }: { favorite: Favorite }) {
  const { busy, run } = useAct({ onError: notifyError() });
  const [isAdded, setAdded] = useState(false);
  const { listed, units, seller_price_cents, seller_user_id, offer_state } = favorite;
  const label = `Add ${formatUnits(smallestQuantity(favorite))} to Cart`;
  // Adding would replace the quantity and the price in the cart.
  const place = isAdded ? 'draft' : offer_state;
  if (place) return <InOffer place={place} />;
  if (!listed || !units || seller_price_cents === null || seller_user_id === null) return null;
  const press = () =>
    run(async () => {
      await add(favorite);
      setAdded(true);
      document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: true, added: favorite.id } }));
    });
  return (
    <div className="card-action">
      <Button
        size="small"
        block
        icon="cart"
        busy={busy}
        onClick={press}
        aria-label={`${label}: ${favorite.name}`}
      >
        {label}
      </Button>
    </div>
  );
}

const PLACES: Record<OfferPlace, { says: string; href: string; label: string }> = {
  draft: { says: 'In your cart', href: '/cart', label: 'View in Cart' },
  saved_for_later: { says: 'Saved for later', href: '/cart', label: 'View in Cart' },
  seller_review: { says: 'Offer pending', href: '/my_offers', label: 'View in Offers' },
  buyer_review: { says: 'The seller responded', href: '/my_offers', label: 'View in Offers' },
};

function InOffer({ place }: { place: OfferPlace }) {
  const { says, href, label } = PLACES[place];
  return (
    <div className="card-action">
      <p className="muted small">{says}</p>
      <Button size="small" block href={href}>
        {label}
      </Button>
    </div>
  );
}
