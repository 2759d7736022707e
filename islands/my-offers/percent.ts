import { type Cents, counted, dollars } from '../../server/contract/money';
import { formatPercent } from '../../server/contract/percent';
import type { OfferProduct } from '../../server/offers/contract';
import { isAskingLowered } from '../../server/offers/rules';
import { totalOf } from './counter';

/** "92.5%", rounded half up to a tenth; null where there is nothing to compare with. */
export function percentText(part: Cents | null, whole: Cents | null): string | null {
  if (part === null || !whole) return null;
  return formatPercent(Number((BigInt(part) * 2_000n + BigInt(whole)) / (2n * BigInt(whole))) / 10);
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

/** Where the seller lowered the listing below what is offered: both sides read it. */
export function loweredText(lines: readonly OfferProduct[]): string | null {
  const lowered = lines.flatMap(({ attributes: { unit_price, product } }) =>
    isAskingLowered(unit_price, product.seller_price_cents) ? [product.seller_price_cents] : [],
  );
  const [only] = lowered;
  if (only === undefined) return null;
  return lowered.length === 1
    ? `Asking price lowered to ${dollars(only)}`
    : `Asking price lowered for ${counted(lowered.length, 'product')}`;
}
