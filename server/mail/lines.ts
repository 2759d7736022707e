import { type Cents, dollars, formatUnits, lineTotal, type Units } from '../contract/money';
import { MAX_SUBJECT_LENGTH, shorten } from './compose';

const MAX_LINES = 10;
const MAX_NAME_LENGTH = 120;

export interface MailLine {
  readonly name: string;
  readonly quantity: Units;
  readonly unit_price: Cents;
}

export const linesForMail = (lines: readonly MailLine[], count = lines.length) => ({
  shown: lines.slice(0, MAX_LINES).map(({ name, quantity, unit_price }) => ({
    name: shorten(name, MAX_NAME_LENGTH),
    amount: `${formatUnits(quantity)} × ${dollars(unit_price)}`,
    total: dollars(lineTotal(unit_price, quantity)),
  })),
  more: Math.max(0, count - MAX_LINES),
});

/** A subject of at most 60 characters: the company's name is shortened, the rest is not. */
export function subjectWith(name: string, write: (name: string) => string): string {
  return write(shorten(name, MAX_SUBJECT_LENGTH - write('').length));
}

const utcTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

export const mailTime = (at: Date): string => utcTime.format(at).replace(/\u202f/g, ' ');

const utcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const mailDay = (at: Date): string => utcDay.format(at);
