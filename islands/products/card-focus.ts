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

function focusWhole(card: HTMLElement | null | undefined) {
  if (!card) return;
  card.tabIndex = -1;
  card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
  card.focus();
}

/** The card of this product, if it is in the document, takes the focus. */
export const focusCard = (product: Pick<ProductCard, 'seller_id' | 'id'>) =>
  focusWhole(cardAt(addressOfProduct(product)));

/** Where among the cards the focus is, for when they are put into the document anew; null: elsewhere. */
export function heldCard(): (() => void) | null {
  const held = document.activeElement;
  const card = held?.closest(CARD);
  const address = card?.querySelector('.product-card-link')?.getAttribute('href');
  if (!card || !address) return null;
  if (held === card) return () => focusWhole(cardAt(address));
  const which = [...card.querySelectorAll('a')].findIndex((link) => link === held);
  return () => cardAt(address)?.querySelectorAll('a')[which]?.focus({ preventScroll: true });
}
