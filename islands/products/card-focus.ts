import type { ProductCard } from '../../server/products/contract';
import { addressOfProduct } from './ProductCard';

const CARD = 'li:has(> .product-card)';

/** A card that has the focus as a whole: Enter opens nothing there by mistake. */
export const isWholeCard = (element: unknown): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(CARD);

/** Whoever goes from card to card by keyboard has the button next, and not card after card without an end. */
export const isAmongCards = () =>
  document.activeElement?.matches(`.product-card :focus-visible, ${CARD}:focus`) ?? false;

const cardAt = (address: string) =>
  document.querySelector(`.product-card-link[href="${address}"]`)?.closest<HTMLElement>(CARD);

function focusWhole(card: HTMLElement) {
  card.tabIndex = -1;
  card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
  card.focus({ preventScroll: true });
  // At once: on the way there the rows would be others than those that are looked for.
  card.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** As many frames as rows may take to be measured. */
const FRAMES = 20;

function whenThere(address: string, act: (card: HTMLElement) => void, frames = FRAMES) {
  const card = cardAt(address);
  if (card) return act(card);
  if (frames === 0) return;
  // Of many rows only those near the window are there: the ones that came stand for themselves at the end.
  document.querySelector('.grid-spacer:last-child')?.scrollIntoView({ behavior: 'instant' });
  requestAnimationFrame(() => whenThere(address, act, frames - 1));
}

/** The card of this product takes the focus, as soon as it is in the document. */
export const focusCard = (product: Pick<ProductCard, 'seller_id' | 'id'>) =>
  whenThere(addressOfProduct(product), focusWhole);

/** Where among the cards the focus is, for when they are put into the document anew; null: elsewhere. */
export function heldCard(): (() => void) | null {
  const held = document.activeElement;
  const card = held?.closest(CARD);
  const address = card?.querySelector('.product-card-link')?.getAttribute('href');
  if (!card || !address) return null;
  if (held === card) return () => whenThere(address, focusWhole);
  const which = [...card.querySelectorAll('a')].findIndex((link) => link === held);
  return () =>
    whenThere(address, (there) => there.querySelectorAll('a')[which]?.focus({ preventScroll: true }));
}
