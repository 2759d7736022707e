import { type ProductCard, productAddress } from '../../server/products/contract';

const CARD = 'li:has(> .product-card)';

export const isWholeCard = (element: unknown): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(CARD);

/** Pauses loading on scroll, so that keyboard users can tab past the cards to the button. */
export const isAmongCards = () =>
  document.activeElement?.matches(`.product-card :focus-visible, ${CARD}:focus`) ?? false;

const cardAt = (address: string) =>
  document.querySelector(`.product-card-link[href="${address}"]`)?.closest<HTMLElement>(CARD);

function focusWhole(card: HTMLElement) {
  card.tabIndex = -1;
  card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
  card.focus({ preventScroll: true });
  // Instant: a smooth scroll would render different rows on its way.
  card.scrollIntoView({ block: 'center', behavior: 'instant' });
}

const MAX_FRAMES = 60;

/** Acts on a card once it is rendered, and again if it is replaced. */
function hold(address: string, act: (card: HTMLElement) => void, frames = MAX_FRAMES, had = false) {
  const { activeElement, body } = document;
  const card = cardAt(address);
  if (!card?.contains(activeElement)) {
    // The user has moved the focus meanwhile.
    if (had && activeElement !== body) return;
    if (card) act(card);
    // The row is not rendered yet: new rows are at the end.
    else if (!had) document.querySelector('.grid-spacer:last-child')?.scrollIntoView({ behavior: 'instant' });
  }
  if (frames > 0) requestAnimationFrame(() => hold(address, act, frames - 1, had || Boolean(card)));
}

export const focusCard = (product: Pick<ProductCard, 'seller_id' | 'id'>) =>
  hold(productAddress(product), focusWhole);

/** Returns a function that restores the focused card after the cards are replaced, or null. */
export function heldCard(): (() => void) | null {
  const held = document.activeElement;
  const card = held?.closest(CARD);
  const address = card?.querySelector('.product-card-link')?.getAttribute('href');
  if (!held || !card || !address) return null;
  if (held === card) return () => hold(address, focusWhole);
  const which = [...card.querySelectorAll<Element>('a')].indexOf(held);
  return () => hold(address, (there) => there.querySelectorAll('a')[which]?.focus({ preventScroll: true }));
}
