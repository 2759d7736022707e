import { type Cents, dollars, formatUnits, lineTotal, type Units } from '../contract/money';
import { UTC } from '../contract/time/zones';
import { MAX_SUBJECT_LENGTH, shorten } from './compose';

const MAX_LINES = 10;
const MAX_NAME_LENGTH = 120;

export interface MailLine {
  readonly name: string;
  readonly quantity: Units;
  readonly unit_price: Cents;
  readonly note?: string | null;
}

const amountOf = ({ quantity, unit_price, note }: MailLine) =>
  [`${formatUnits(quantity)} × ${dollars(unit_price)}`, note].filter(Boolean).join(' · ');

interface ShownLine {
  readonly name: string;
  readonly amount: string;
  readonly total: string;
}

/** Ten of the lines, and how many more there are. */
export const shownLines = (lines: readonly ShownLine[], count = lines.length) => ({
  shown: lines.slice(0, MAX_LINES).map((line) => ({ ...line, name: shorten(line.name, MAX_NAME_LENGTH) })),
  more: Math.max(0, count - MAX_LINES),
});

export const linesForMail = (lines: readonly MailLine[], count?: number) =>
  shownLines(
    lines.map((line) => ({
      name: line.name,
      amount: amountOf(line),
      total: dollars(lineTotal(line.unit_price, line.quantity)),
    })),
    count,
  );

/** A subject of at most 60 characters: the company's name is shortened, the rest is not. */
export function subjectWith(name: string, write: (name: string) => string): string {
  return write(shorten(name, MAX_SUBJECT_LENGTH - write('').length));
}

/** 'Nov 24, 3:00 PM EST', in the zone of the reader's company. */
export const mailTime = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  })
    .format(at)
    .replace(/\u202f/g, ' ');

/** 'Nov 24' */
export const mailDay = (at: Date, zone: string = UTC): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: zone }).format(at);
