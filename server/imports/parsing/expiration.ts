import { MONTH } from '../../products/rules';
import { type Read, value, wrong } from './read';

const MONTH_NAMES = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** "Nov-27" is what spreadsheets make of "11/2027". */
function namedMonth(text: string): string | null {
  const [, name = '', short, long] = /^([a-z]{3,9})(?:-(\d\d)|[ -](\d{4}))$/i.exec(text) ?? [];
  const month = MONTH_NAMES.findIndex((whole) => name && whole.startsWith(name.toLowerCase())) + 1;
  return month > 0 ? monthYear(month, long ?? `20${short}`) : null;
}

/** "2027-11", "2027-11-01", with a time or without. */
function isoMonth(text: string): string | null {
  const [, year, month] =
    /^(\d{4})-(\d\d)(?:-(?:0[1-9]|[12]\d|3[01])(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?$/.exec(
      text,
    ) ?? [];
  return year ? monthYear(Number(month), year) : null;
}

/** "12/31/2027", also with points or hyphens. Null where day and month may be exchanged. */
function dayMonth(text: string): string | null {
  const [, first, , second, year] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (!year) return null;
  const [one, other] = [Number(first), Number(second)];
  const month = one === other ? one : other > 12 && other <= 31 ? one : one > 12 && one <= 31 ? other : 0;
  return month ? monthYear(month, year) : null;
}

const monthYear = (month: number, year: string) => `${String(month).padStart(2, '0')}/${year}`;

const MAX_CHARACTERS = 40;

export function readExpiration(text: string): Read {
  if (text.length > MAX_CHARACTERS) return wrong('not_month');
  const plain = text.replace(/^(\d{1,2})[-.](\d{4})$/, '$1/$2').replace(/^\d\//, '0$&');
  const month = namedMonth(text) ?? isoMonth(text) ?? dayMonth(text) ?? plain;
  return MONTH.test(month) ? value(month) : wrong('not_month');
}

export const isPastMonth = (expiration: string, now: Date): boolean => {
  const [month = '', year = ''] = expiration.split('/');
  return `${year}-${month}` < now.toISOString().slice(0, 7);
};
