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

/** As many frames as rows may take to be measured, and put into the document again. */
const FRAMES = 60;

/** Gives a card the focus as soon as it is there, and again where it was put into the document anew. */
function hold(address: string, act: (card: HTMLElement) => void, frames = FRAMES, had = false) {
  const { activeElement, body } = document;
  const card = cardAt(address);
  if (!card?.contains(activeElement)) {
    // Whoever has gone elsewhere meanwhile stays there.
    if (had && activeElement !== body) return;
    if (card) act(card);
    // Of many rows only those near the window are there: the ones that came stand for themselves at the end.
    else if (!had) document.querySelector('.grid-spacer:last-child')?.scrollIntoView({ behavior: 'instant' });
  }
  if (frames > 0) requestAnimationFrame(() => hold(address, act, frames - 1, had || Boolean(card)));
}

/** The card of this product takes the focus, as soon as it is in the document. */
export const focusCard = (product: Pick<ProductCard, 'seller_id' | 'id'>) =>
  hold(addressOfProduct(product), focusWhole);

/** Where among the cards the focus is, for when they are put into the document anew; null: elsewhere. */
export function heldCard(): (() => void) | null {
  const held = document.activeElement;
  const card = held?.closest(CARD);
  const address = card?.querySelector('.product-card-link')?.getAttribute('href');
  if (!card || !address) return null;
  if (held === card) return () => hold(address, focusWhole);
  const which = [...card.querySelectorAll('a')].findIndex((link) => link === held);
  return () => hold(address, (there) => there.querySelectorAll('a')[which]?.focus({ preventScroll: true }));
}
