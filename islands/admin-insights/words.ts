import { type Cents, formatUnits, shortDollars, type Units } from '../../server/contract/money';

const MAX_NAME = 20;

/** Cut at 20 characters (docs/rules.md#insights). */
export const shortName = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name);

/** `buyer_review` → `Buyer review`. */
export function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const unitsOrTbd = (units: Units | null) => (units === null ? 'TBD' : formatUnits(units));

export const priceOrDash = (price: Cents | null) => (price === null ? '—' : shortDollars(price));

export const PROFIT_MEANING =
  'Total minus Total Net to Seller: the marketplace fee, before payment costs. Canceled orders are included.';
