import { useEffect, useRef, useState } from 'react';
import { related } from '../../server/contract/document';
import { type Cents, dollars, formatUnits } from '../../server/contract/money';
import { IN_CART } from '../../server/offers/cart/contract';
import { listOffers, type Offer, type OfferProduct, type OffersDocument } from '../../server/offers/contract';
import { productAddress } from '../../server/products/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { visit } from '../browser/navigation';
import { sumOf } from '../offers/cart-line';
import { Button } from '../ui/button';
import { Drawer } from '../ui/drawer';
import { Icon } from '../ui/icon';
import { Thumb } from '../ui/thumb';

/** Without pointer or keyboard activity inside. */
const AUTO_CLOSE_MS = 5_000;

interface Content {
  offers: OffersDocument;
  /** The id of the product that opened the drawer. */
  added: number | undefined;
}

interface Seller {
  offer: Offer;
  lines: readonly OfferProduct[];
}

export default function CartDrawer() {
  const [content, setContent] = useState<Content | null>(null);
  useCartAdditions(setContent);
  useFocusAfter(content !== null);
  if (!content) return null;
  const sellers = sellersOf(content);
  const close = () => setContent(null);
  return (
    <Drawer
      title="Your items"
      open
      onClose={close}
      autoClose={AUTO_CLOSE_MS}
      footer={
        <DrawerFoot
          // The sum of several offers may exceed 2^53 − 1.
          total={sumOf(sellers.map(({ offer }) => offer.attributes.total_cents))}
          offers={sellers.length}
          onClose={close}
        />
      }
    >
      <p className="drawer-added" role="status">
        <Icon name="check" />
        Added to cart
      </p>
      {sellers.length === 0 && <p className="muted">Your cart is empty.</p>}
      {sellers.map((seller) => (
        <SellerItems key={seller.offer.id} {...seller} added={content.added} isOnly={sellers.length === 1} />
      ))}
    </Drawer>
  );
}

/** The draft offers with their lines; the seller and the line of the added product come first. */
function sellersOf({ offers, added }: Content): Seller[] {
  const isAdded = ({ attributes }: OfferProduct) => attributes.product.id === added;
  return offers.data
    .filter(({ attributes }) => attributes.state === 'draft')
    .map((offer) => {
      const lines = related(offers.included, offer.relationships.offer_products);
      return { offer, lines: [...lines].sort((one, other) => +isAdded(other) - +isAdded(one)) };
    })
    .sort((one, other) => +other.lines.some(isAdded) - +one.lines.some(isAdded));
}

type Addition = CustomEvent<{ open?: boolean; added?: number } | undefined>;

/** Loads the cart on `cart:changed` with `{open: true}`. */
function useCartAdditions(onLoaded: (content: Content) => void) {
  useEffect(() => {
    async function show(event: Event) {
      const { detail } = event as Addition;
      if (!detail?.open) return;
      try {
        onLoaded({ offers: await call(listOffers, {}, undefined, IN_CART), added: detail.added });
      } catch {
        notify('other', 'Added to your cart.', { href: '/cart', text: 'cart' });
      }
    }
    document.addEventListener('cart:changed', show);
    return () => document.removeEventListener('cart:changed', show);
  }, [onLoaded]);
}

interface DrawerFootProps {
  total: Cents | null;
  offers: number;
  onClose: () => void;
}

const DrawerFoot = ({ total, offers, onClose }: DrawerFootProps) => (
  <>
    <dl className="totals">
      <div className="grand">
        <dt>{offers > 1 ? `Total of ${offers} offers` : 'Total'}</dt>
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

interface SellerItemsProps extends Seller, Pick<Content, 'added'> {
  /** Its total is the drawer's. */
  isOnly: boolean;
}

const SellerItems = ({ offer: { attributes }, lines, added, isOnly }: SellerItemsProps) => (
  <section className="drawer-seller">
    <header>
      <h3>{attributes.seller_name}</h3>
      {!isOnly && (
        <span className="num">
          Offer total <strong>{dollars(attributes.total_cents)}</strong>
        </span>
      )}
    </header>
    <ul className="drawer-lines">
      {lines.map(({ id, attributes: { product, images, quantity, unit_price, total_price } }) => (
        <li key={id} className={product.id === added ? 'added' : undefined}>
          <Thumb src={images[0] ?? null} alt="" size={48} />
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
  </section>
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
