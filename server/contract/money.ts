/** US cents: a safe integer, never negative. Created only by `cents()`. */
export type Cents = number & { readonly __brand: 'cents' };

/** A 64-bit count of units, always a bigint. */
export type Units = bigint;

/** US cents of a balance or a change: a safe integer of any sign. Created only by `signedCents()`. */
export type SignedCents = number & { readonly __brand: 'signed cents' };

export class MoneyError extends RangeError {}

export const MAX_CENTS = Number.MAX_SAFE_INTEGER;
export const MAX_UNITS = 9_000_000_000_000_000_000n;
/** Stripe's limits for one payment in USD (docs/rules.md#cart). */
export const MIN_TOTAL_CENTS = 50;
export const MAX_TOTAL_CENTS = 99_999_999;
export const TOTAL_OUT_OF_RANGE = 'The total of an offer must be between $0.50 and $999,999.99.';
export const TOTAL_TOO_LARGE = 'Lower the quantity or the price: the total is too large';

/** Throws MoneyError unless the value is a whole number of cents from 0 to 2^53 − 1. */
export function cents(value: number | bigint): Cents {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new MoneyError(`${value} is not an amount in cents`);
  return number as Cents;
}

/** Throws MoneyError outside ±(2^53 − 1) cents. */
export function signedCents(value: number | bigint): SignedCents {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new MoneyError(`${value} is not an amount in cents`);
  return number as SignedCents;
}

export const lineTotal = (price: Cents, quantity: Units): Cents => cents(BigInt(price) * quantity);

export const sum = (amounts: readonly Cents[]): Cents =>
  cents(amounts.reduce((total, amount) => total + BigInt(amount), 0n));

/** Rounds half up, as percent_off_msrp does. */
export const percentOff = (price: Cents, full: Cents): number =>
  Number(((BigInt(full) - BigInt(price)) * 200n + BigInt(full)) / (2n * BigInt(full)));

function withThousandsSeparators(digits: string): string {
  const first = digits.startsWith('-') ? 2 : 1;
  let text = digits;
  for (let at = digits.length - 3; at >= first; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
}

export const dollars = (amount: Cents): string => {
  const digits = String(amount).padStart(3, '0');
  return `$${withThousandsSeparators(digits.slice(0, -2))}.${digits.slice(-2)}`;
};

export const signedDollars = (amount: SignedCents): string =>
  `${amount < 0 ? '−' : ''}${dollars(cents(Math.abs(amount)))}`;

export const plainDollars = (amount: SignedCents | Cents): string =>
  `${amount < 0 ? '-' : ''}${dollars(cents(Math.abs(amount))).replace(/[$,]/g, '')}`;

export const shortDollars = (amount: Cents): string => dollars(amount).replace(/\.00$/, '');

/** "$1.2K", for the axes of charts only: a shared formatter would slow the start of every page. */
export const compactDollars = (amount: Cents): string =>
  `$${(amount / 100).toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 1 })}`;

export const formatUnits = (units: Units | number): string => withThousandsSeparators(String(units));

/** "1 unit", "1,200 units". */
export const counted = (count: Units | number, one: string, many = `${one}s`): string =>
  `${formatUnits(count)} ${String(count) === '1' ? one : many}`;

/** Room for blanks around the longest amount. */
const MAX_AMOUNT_LENGTH = 100;

/** Without the blanks around the amount and after its dollar sign. */
function withoutBlanks(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('$') ? `$${trimmed.slice(1).trim()}` : trimmed;
}

/** "4.50", "$4.50", "1,200" → cents; null for other text or more than 2 decimals. */
export function parseDollars(text: string): Cents | null {
  if (text.length > MAX_AMOUNT_LENGTH) return null;
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/.exec(withoutBlanks(text));
  if (!match) return null;
  const whole = (match[1] ?? '').replaceAll(',', '');
  const decimals = match[2] ?? '';
  if (whole === '' && decimals === '') return null;
  const value = BigInt(whole || '0') * 100n + BigInt(decimals.padEnd(2, '0'));
  return value > BigInt(MAX_CENTS) ? null : cents(value);
}

/** "1,200" or "1200" → units; null for other text, such as "1,5". */
export function parseUnits(text: string): Units | null {
  if (text.length > MAX_AMOUNT_LENGTH) return null;
  const match = /^(\d{1,25}|\d{1,3}(?:,\d{3}){1,8})$/.exec(text.trim());
  return match?.[1] ? BigInt(match[1].replaceAll(',', '')) : null;
}
