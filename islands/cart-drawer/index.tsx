import { useEffect, useRef, useState } from 'react';
import { related } from '../../server/contract/document';
import { type Cents, dollars, formatUnits } from '../../server/contract/money';
import { IN_CART, listOffers, type OfferProduct, type OffersDocument } from '../../server/offers/contract';
import { productAddress } from '../../server/products/address-contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { visit } from '../browser/navigation';
import { sumOf } from '../cart/line';
import { Button } from '../ui/button';
import { Drawer } from '../ui/drawer';
import { Thumb } from '../ui/thumb';

/** Without pointer or keyboard activity inside. */
const AUTO_CLOSE_MS = 5_000;

export default function CartDrawer() {
  const [offers, setOffers] = useState<OffersDocument | null>(null);
  useCartAdditions(setOffers);
  useFocusAfter(offers !== null);
  if (!offers) return null;
  const drafts = offers.data.filter(({ attributes }) => attributes.state === 'draft');
  const close = () => setOffers(null);
  return (
    <Drawer
      title="Your items"
      open
      onClose={close}
      autoClose={AUTO_CLOSE_MS}
      footer={
        <DrawerFoot
          // The sum of several offers may exceed 2^53 − 1.
          total={sumOf(drafts.map(({ attributes }) => attributes.total_cents))}
          onClose={close}
        />
      }
    >
      <DrawerLines
        lines={drafts.flatMap((offer) => related(offers.included, offer.relationships.offer_products))}
      />
    </Drawer>
  );
}

/** Loads the cart on `cart:changed` with `{open: true}`. */
function useCartAdditions(onLoaded: (offers: OffersDocument) => void) {
  useEffect(() => {
    async function show(event: Event) {
      if (!(event as CustomEvent<{ open?: boolean } | undefined>).detail?.open) return;
      try {
        onLoaded(await call(listOffers, {}, undefined, IN_CART));
      } catch {
        notify('other', 'Added to your cart.', { href: '/cart', text: 'cart' });
      }
    }
    document.addEventListener('cart:changed', show);
    return () => document.removeEventListener('cart:changed', show);
  }, [onLoaded]);
}

const DrawerFoot = ({ total, onClose }: { total: Cents | null; onClose: () => void }) => (
  <>
    <dl className="totals">
      <div className="grand">
        <dt>Total</dt>
        <dd>{total === null ? '–' : dollars(total)}</dd>
      </div>
    </dl>
    <div className="button-row">
      <Button onClick={onClose}>Continue Shopping</Button>
      <Button
        tone="primary"
        onClick={() => {
          onClose();
          visit('/cart');
        }}
      >
        Move to Cart
      </Button>
    </div>
  </>
);

const DrawerLines = ({ lines }: { lines: readonly OfferProduct[] }) => (
  <>
    {lines.length === 0 && <p className="muted">Your cart is empty.</p>}
    <ul className="drawer-lines">
      {lines.map(({ id, attributes: { product, images, quantity, unit_price, total_price } }) => (
        <li key={id}>
          <Thumb src={images[0] ?? null} alt="" size={64} />
          <div>
            <a href={productAddress(product)}>{product.name}</a>
            <p className="muted small">
              {formatUnits(quantity)} × {dollars(unit_price)}
            </p>
          </div>
          <strong className="num">{dollars(total_price)}</strong>
        </li>
      ))}
    </ul>
  </>
);

/** The form that opened the drawer is replaced, so the focus goes to the cart link. */
function useFocusAfter(open: boolean) {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !open)
      document.querySelector<HTMLElement>('.cart-link')?.focus({ preventScroll: true });
    was.current = open;
  }, [open]);
}
