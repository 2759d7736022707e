import { type Cents, MAX_UNITS, parseDollars, parseUnits, type Units } from '../../contract/money';
import { hasTwoReadings, withDecimalPoint } from '../../imports/parsing/decimal-comma';
import { isDay } from '../../lists/rules';
import type { WantProblem } from '../cells/rules';
import { endDateProblem } from '../end-date';

/** What a cell says, or what is wrong with it. Both are null for a cell that says nothing. */
export interface Value<T> {
  readonly value: T | null;
  readonly problem: WantProblem | null;
}

const MAX_CHARACTERS = 40;

const NOTHING = { value: null, problem: null } as const;
const wrong = (problem: WantProblem) => ({ value: null, problem });

const isNothing = (text: string) => text.length < 5 && /^(?:[-–—]+|n\/?a|none)?$/i.test(text);

const COUNT = String.raw`(\d[\d,.]*|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)`;
const QUANTITY = new RegExp(
  String.raw`^(?:x|qty\.?:?)? ?${COUNT} ?(?:x|pcs?\.?|pieces?|units?|ea\.?|each|stk\.?)?$`,
  'i',
);
const OF_PACKS =
  /^\d[\d,]* ?(?:cases?|cs|ctns?|cartons?|boxe?s?|bx|packs?|pks?|pallets?|dozens?|dz|sets?)\.?$/i;

/** "24 pcs", "x24" and "1,200" are units; a number of cases is not, since sellers pack differently. */
export function readQuantity(text: string, decimalComma = false): Value<Units> {
  if (text.length > MAX_CHARACTERS) return wrong('quantity');
  if (OF_PACKS.test(text)) return wrong('packs');
  const count = QUANTITY.exec(text)?.[1]?.replace(/[ \u00a0\u202f]/g, ',') ?? '';
  const units = parseUnits(wholeOf(count, decimalComma));
  return units !== null && units > 0n && units <= MAX_UNITS
    ? { value: units, problem: null }
    : wrong('quantity');
}

/** Where commas are decimal, "1.200" is 1200, since units are whole; "1.000" may be 1. */
function wholeOf(count: string, decimalComma: boolean): string {
  if (!decimalComma) return count.replace(/(\d)\.0{1,2}$/, '$1');
  if (hasTwoReadings('units', count)) return /000$/.test(count) ? '' : count.replace(/[.,]/, '');
  return withDecimalPoint('units', count).replace(/(\d)\.0{1,2}$/, '$1');
}

const AROUND_PRICE =
  /^(?:(?:max\.?|up to|under|<=?|≤|@) ?)?(?:usd? ?(?=[$\d]))?|(?:(?<=\d) ?usd)? ?(?:(?:\/|per) ?)?(?:ea\.?|each|units?|pcs?\.?|pieces?)?$/gi;

/** "$8.00 ea", "USD 8" and "max 8" are prices of a unit; one in another currency is none. */
export function readPrice(text: string, decimalComma = false): Value<Cents> {
  if (isNothing(text)) return NOTHING;
  if (text.length > MAX_CHARACTERS) return wrong('price');
  const amount = text.replace(AROUND_PRICE, '');
  const hasTwo = decimalComma && hasTwoReadings('seller_price_cents', amount);
  const cents = hasTwo
    ? null
    : parseDollars(decimalComma ? withDecimalPoint('seller_price_cents', amount) : amount);
  return cents ? { value: cents, problem: null } : wrong('price');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const isoOf = (year: string, month: number | string, day: string) =>
  `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** "12/24/2026" and "24.12.2026", also with two digits of the year. Of two that may be the month, points mean the second. */
function numbersDay(text: string): string | null {
  const [, one = '', sign, other = '', year] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)$/.exec(text) ?? [];
  if (!year) return null;
  const isDayFirst = Number(one) > 12 || (sign === '.' && Number(other) <= 12);
  return isDayFirst ? isoOf(year, other, one) : isoOf(year, one, other);
}

/** "Dec 24, 2026", "24 December 2026", "24-Dec-26". */
function namedDay(text: string): string | null {
  const american = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text);
  const other = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}|\d\d)$/i.exec(text);
  const [name = '', day = '', year = ''] =
    american?.slice(1) ?? (other ? [other[2], other[1], other[3]] : []);
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month > 0 ? isoOf(year, month, day) : null;
}

/** As people and spreadsheets write days, with or without a time; null for other text. */
export function readDay(text: string): string | null {
  const short = text.slice(0, MAX_CHARACTERS);
  const iso = numbersDay(short) ?? namedDay(short) ?? short.slice(0, 10).replaceAll('/', '-');
  return isDay(iso) ? iso : null;
}

/** `today` is a UTC day. */
export function readEndDate(text: string, today: string): Value<string> {
  if (isNothing(text)) return NOTHING;
  const day = readDay(text);
  const problem = day ? endDateProblem(day, today) : 'unread_date';
  return { value: problem ? null : day, problem };
}
