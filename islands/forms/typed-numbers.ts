import { type Cents, dollars, formatUnits, parseDollars, parseUnits } from '../../server/contract/money';

export const NOT_WHOLE = 'Enter a whole number';
export const NOT_A_PRICE = 'Enter a price like 9.99';

/** The price of text that is no amount: every price schema refuses it. */
const UNREADABLE = Number.NaN as Cents;

export const amountOrNull = (amount: Cents | null) => (Number.isNaN(amount) ? null : amount);

/** What an InputEvent says of a change. */
export interface Edit {
  inputType?: string;
  data?: string | null;
}

export const isWhole = (text: string) => /^\d+$/.test(text);

/** Digits, or the text itself where it is no whole number: "1,200" → "1200", "1.5" → "1.5". */
export function typedUnits(text: string, before = '', { inputType, data }: Edit = {}): string {
  // Typing and deleting shift the commas that the field itself has put between thousands.
  const isOwn = /^(insert(Comp|T)|delete)/.test(`${inputType}`) && !data?.includes(',');
  const units = parseUnits(isOwn && parseUnits(before) !== null ? text.replaceAll(',', '') : text);
  return text.trim() && units === null ? text : String(units ?? '');
}

/** Adds separators to digits; other text stays. */
export const showUnits = (digits: string): string => (isWhole(digits) ? formatUnits(BigInt(digits)) : digits);

export const unitsError = (value: string) => value !== '' && !isWhole(value) && NOT_WHOLE;

/** For + and −, which start at 0 from text that is no number. */
export const unitsOrZero = (value: string) => parseUnits(value) ?? 0n;

/** Text without the "$" that stands before the field; a third decimal cannot be typed. */
export function typedPrice(text: string, before?: string): string {
  const amount = text.replace(/^\s*\$\s*/, '');
  return /\.\d{3}$/.test(amount) && amount.slice(0, -1) === before ? before : amount;
}

/** null while nothing is typed but a sign; UNREADABLE for text that is no amount. */
export const readDecimal = (text: string): Cents | null =>
  /^[\s$.]*$/.test(text) ? null : (parseDollars(text) ?? UNREADABLE);

/** "$4.50" without its sign, for fields with a "$" prefix. */
export const showDecimal = (amount: Cents | null): string =>
  amountOrNull(amount) === null ? '' : dollars(amount as Cents).slice(1);
