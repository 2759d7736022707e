import type { Cents } from '../../server/contract/money';
import type { OfferProduct } from '../../server/offers/contract';
import { totalOf } from './counter';

/** "92.5%", rounded half up to a tenth; null where there is nothing to compare with. */
export function percentText(part: Cents | null, whole: Cents | null): string | null {
  if (part === null || !whole) return null;
  return `${Number((BigInt(part) * 2_000n + BigInt(whole)) / (2n * BigInt(whole))) / 10}%`;
}

export const askingTotal = (lines: readonly OfferProduct[]) =>
  totalOf(
    lines,
    lines.map(({ attributes }) => attributes.product.seller_price_cents),
  );

export const msrpTotal = (lines: readonly OfferProduct[]) =>
  totalOf(
    lines,
    lines.map(({ attributes }) => attributes.product.msrp_cents),
  );
