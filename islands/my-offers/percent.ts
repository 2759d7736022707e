import { type Cents, cents, lineTotal, sum } from '../../server/contract/money';
import type { OfferProduct } from '../../server/offers/contract';

/** "92.5%", rounded half up to a tenth; null where there is nothing to compare with. */
export function percentText(part: Cents | null, whole: Cents | null): string | null {
  if (part === null || !whole) return null;
  return `${Number((BigInt(part) * 2_000n + BigInt(whole)) / (2n * BigInt(whole))) / 10}%`;
}

/** What the lines would cost at the prices that `priceOf` names; null where one has none. */
function totalBy(
  lines: readonly OfferProduct[],
  priceOf: (product: OfferProduct['attributes']['product']) => Cents | null,
): Cents | null {
  try {
    return sum(
      lines.map(({ attributes: { product, quantity } }) =>
        lineTotal(priceOf(product) ?? cents(-1), quantity),
      ),
    );
  } catch {
    // No price, or a total above the limit.
    return null;
  }
}

export const askingTotal = (lines: readonly OfferProduct[]) =>
  totalBy(lines, ({ seller_price_cents }) => seller_price_cents);

export const msrpTotal = (lines: readonly OfferProduct[]) => totalBy(lines, ({ msrp_cents }) => msrp_cents);
