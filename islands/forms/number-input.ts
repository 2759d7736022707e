import {
  type Cents,
  cents,
  dollars,
  formatUnits,
  MAX_CENTS,
  parseDollars,
} from '../../server/contract/money';

/** Reads the last two digits as cents: "4x50" → 450. Returns null if empty; stops below 2^53. */
export function digitsToCents(text: string): Cents | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (digits === '') return null;
  const value = BigInt(digits.slice(0, 20));
  return value > BigInt(MAX_CENTS) ? cents(MAX_CENTS) : cents(value);
}

/** Drops what cannot be part of an amount: "$1,2a.345" → "1,2.34". */
export function keepDecimal(text: string): string {
  const kept = text.replace(/[^\d.,]/g, '');
  const [whole = '', ...rest] = kept.split('.');
  return rest.length === 0 ? whole : `${whole}.${rest.join('').replaceAll(',', '').slice(0, 2)}`;
}

/** "1,200" or "1200.5" → at most 19 digits, without leading zeros. */
export const keepDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 19);

export const showUnits = (digits: string): string => (digits === '' ? '' : formatUnits(BigInt(digits)));

/** "$4.50" without its sign, for fields with a "$" prefix. */
export const showDecimal = (amount: Cents | null): string =>
  amount === null ? '' : dollars(amount).slice(1);

export const readDecimal = (text: string): Cents | null => parseDollars(text);
