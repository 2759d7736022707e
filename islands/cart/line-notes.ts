import { caseHint, caseLabel, smallestQuantity } from '../../server/contract/case-packs';
import { type Cents, cents, dollars, formatUnits, parseUnits, type Units } from '../../server/contract/money';
import { belowAsking } from '../offers/below-asking';
import type { Draft, Facts } from '../offers/cart-line';

interface Packed extends Facts {
  outer_quantity?: Units | null | undefined;
}

/** "Min. 12 · 960 available", "3 cases (72 units) · 960 available" */
export function quantityNote(product: Packed, typed = ''): string {
  const { units, order_multiple = 1n } = product;
  const minimum = smallestQuantity(product);
  const cases = caseLabel(parseUnits(typed) ?? 0n, product);
  const parts = [
    cases ?? (order_multiple > 1n && `Cases of ${formatUnits(order_multiple)}`),
    cases === null && minimum > 1n && `Min. ${formatUnits(minimum)}`,
    units && `${formatUnits(units)} available`,
    order_multiple === 1n && caseHint(product),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What a typed price means. Digits are cents: names the dollars that the buyer may have meant. */
export function priceNote(price: Cents | null, asking: Cents | null, saved: Cents): string | null {
  if (price === null || asking === null || price < 1 || price > asking) return null;
  const distance = belowAsking(price, asking);
  if (price === saved || BigInt(price) * 100n > BigInt(asking)) return distance;
  const meant = cents(BigInt(price) * 100n);
  return `${dollars(price)} per unit, ${distance}. For ${dollars(meant)}, type ${meant}.`;
}

/** "18% below asking · Min. 24 · 960 available"; a sentence about the price stands before the bounds. */
export function captionOf(product: Packed, { quantity, unit_price }: Draft, saved: Cents): string {
  const price = priceNote(unit_price, product.seller_price_cents, saved);
  const separator = price?.endsWith('.') ? ' ' : ' · ';
  const caption = [price, quantityNote(product, quantity)].filter(Boolean).join(separator);
  // No line begins with a dot.
  return caption.replaceAll(' ·', '\u00a0·');
}
