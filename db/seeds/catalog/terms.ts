import { cents, type Units } from '../../../server/contract/money';
import { hash, pickFrom, share } from '../random';
import type { ProductKind } from './product-kind';

/** Percent off MSRP, in hundredths: from 20 to 93, most between 40 and 75. */
const DISCOUNTS = [20, 26, 32, 38, 42, 46, 51, 54, 57, 61, 64, 68, 72, 76, 81, 86, 91, 93];

export function pricesOf({ msrp }: ProductKind, name: string) {
  const around = msrp * (0.88 + share(`${name} msrp`) * 0.26);
  const list =
    around < 10 ? Math.round(around * 20) * 5 - 1 : Math.round(around) * 100 - (around > 60 ? 0 : 1);
  const asking = Math.max(5, Math.round((list * (100 - pickFrom(DISCOUNTS, `${name} discount`))) / 500) * 5);
  const wholesale = Math.round((list * (0.42 + share(`${name} wholesale`) * 0.12)) / 5) * 5;
  return {
    msrp_cents: cents(list),
    wholesale_cents: cents(wholesale),
    seller_price_cents: cents(asking),
  };
}

/** Fewer units of expensive products. */
const LOTS = [36, 60, 96, 144, 240, 360, 480, 600, 720, 960, 1_200, 1_440, 1_800, 2_400, 3_600, 4_800];
const PALLETS = [1_200, 2_880, 4_800, 6_000, 9_600, 12_000, 18_000, 24_000, 36_000, 60_000, 110_000, 250_000];

export function unitsOf({ msrp }: ProductKind, name: string, index: number): Units | null {
  if (index % 61 === 40) return null;
  if (index % 43 === 17) return 0n;
  return BigInt(
    pickFrom(msrp < 15 ? PALLETS : LOTS, `${name} units`) +
      (hash(`${name} odd`) % 3 === 0 ? hash(name) % 23 : 0),
  );
}

/** Null, an inner carton or an outer one, at most the units. */
export function minimumOf(
  { pack: [inner, inners] }: ProductKind,
  name: string,
  units: Units | null,
): Units | null {
  const minimum = BigInt(pickFrom([0, inner, inner, inner * 2, inner * inners], `${name} minimum`));
  if (minimum === 0n || (units !== null && minimum > units)) return null;
  return minimum;
}
