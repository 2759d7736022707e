import {
  type Cents,
  cents,
  dollars,
  formatUnits,
  MAX_CENTS,
  parseDollars,
} from '../../server/contract/money';

/** What a money field shows and means while somebody types. */

/** Digits only, the last two are cents: "4x50" → 450. Null when empty; never past 2^53 − 1. */
export function digitsToCents(text: string): Cents | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (digits === '') return null;
  const value = BigInt(digits.slice(0, 20));
  return value > BigInt(MAX_CENTS) ? cents(MAX_CENTS) : cents(value);
}

/** Keeps what can become an amount with two decimals: "$1,2a.345" → "1,2.34". */
export function keepDecimal(text: string): string {
  const kept = text.replace(/[^\d.,]/g, '');
  const [whole = '', ...rest] = kept.split('.');
  return rest.length === 0 ? whole : `${whole}.${rest.join('').replaceAll(',', '').slice(0, 2)}`;
}

/** "1,200" or "1200.5" → digits alone, without leading zeros; at most 19 of them. */
export const keepDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 19);

export const showUnits = (digits: string): string => (digits === '' ? '' : formatUnits(BigInt(digits)));

/** "$4.50" without its sign, for a field that has the sign beside it. */
export const showDecimal = (amount: Cents | null): string =>
  amount === null ? '' : dollars(amount).slice(1);

/** null also for text that is on its way to an amount: "." */
export const readDecimal = (text: string): Cents | null => parseDollars(text);
