import { smallestQuantity } from '../../server/contract/case-packs';
import { type Cents, cents, dollars, formatUnits } from '../../server/contract/money';
import { belowAsking } from '../../server/offers/line-contract';
import type { Facts } from '../offers/cart-line';

/** "Min. 12 · 960 available" */
export function quantityNote(product: Facts): string {
  const minimum = smallestQuantity(product);
  const parts = [
    minimum > 1n && `Min. ${formatUnits(minimum)}`,
    product.units && `${formatUnits(product.units)} available`,
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
