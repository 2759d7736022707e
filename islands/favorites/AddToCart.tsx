import { useState } from 'react';
import { smallestQuantity } from '../../server/contract/case-packs';
import { formatUnits } from '../../server/contract/money';
import { createOffer } from '../../server/offers/contract';
import type { Favorite } from '../../server/sourcing/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
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
  const [busy, setBusy] = useState(false);
  const { listed, units, seller_price_cents, seller_user_id } = favorite;
  const quantity = smallestQuantity(favorite);
  if (!listed || !units || seller_price_cents === null || seller_user_id === null) return null;
  async function press() {
    setBusy(true);
    try {
      await add(favorite);
      document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: true, added: favorite.id } }));
    } catch (error) {
      notify('error', errorText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="button-row">
      <Button
        size="small"
        icon="cart"
        busy={busy}
        onClick={press}
        aria-label={`Add to Cart: ${favorite.name}`}
      >
        Add to Cart
      </Button>
      <span className="muted">
        {formatUnits(quantity)} {quantity === 1n ? 'unit' : 'units'}
      </span>
    </div>
  );
}
