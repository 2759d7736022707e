import { type Cents, net } from '../../server/contract/money';

/** Rounded half up, as on the product page; null while a price is missing or above the MSRP. */
export function percentOff(msrp: number | null, asking: number | null): number | null {
  if (!msrp || !asking || asking > msrp) return null;
  return Number((BigInt(msrp - asking) * 200n + BigInt(msrp)) / (2n * BigInt(msrp)));
}

export const netOf = (asking: number | null, feeBps: number): Cents | null =>
  asking ? net(asking as Cents, feeBps) : null;

/** Inner packs × units in each; null while either is missing. */
export function outerOf(innerQuantity: string, innerCount: string): string | null {
  if (!/^\d+$/.test(innerQuantity) || !/^\d+$/.test(innerCount)) return null;
  const outer = BigInt(innerQuantity) * BigInt(innerCount);
  return outer > 0n && outer <= 9_000_000_000_000_000_000n ? String(outer) : null;
}
