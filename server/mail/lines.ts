import { type Cents, counted, dollars, formatUnits, lineTotal, type Units } from '../contract/money';
import { UTC } from '../contract/time/zones';
import { MAX_SUBJECT_LENGTH, shorten } from './compose';

const MAX_LINES = 10;
const MAX_NAME_LENGTH = 120;

export interface MailLine {
  readonly name: string;
  readonly quantity: Units;
  readonly unit_price_cents: Cents;
  readonly note?: string | null;
}

const withNote = (text: string, note: MailLine['note']) => [text, note].filter(Boolean).join(' · ');

const amountOf = ({ quantity, unit_price_cents, note }: MailLine) =>
  withNote(`${formatUnits(quantity)} × ${dollars(unit_price_cents)}`, note);

interface ShownLine {
  readonly name: string;
  readonly amount: string;
  /** In place of the amounts, for people who may not read those. */
  readonly units?: string;
  readonly total: string;
}

interface Amounts {
  readonly lines: { readonly shown: readonly ShownLine[]; readonly more: number };
  readonly total: string | null;
  readonly net: string | null;
  readonly freight: string | null;
}

export const withoutAmounts = <Locals extends Amounts>({ lines, ...locals }: Locals) => ({
  ...locals,
  lines: {
    ...lines,
    shown: lines.shown.map(({ name, units = '' }) => ({ name, amount: units, total: '' })),
  },
  total: null,
  net: null,
  freight: null,
});

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
      units: withNote(counted(line.quantity, 'unit'), line.note),
      total: dollars(lineTotal(line.unit_price_cents, line.quantity)),
    })),
    count,
  );

/** A subject of at most 60 characters: the company's name is shortened, the rest is not. */
export function subjectWith(name: string, write: (name: string) => string): string {
  return write(shorten(name, MAX_SUBJECT_LENGTH - write('').length));
}

// Making one costs more than the rest of a mail. There are as many as zones in use.
const timesIn = new Map<string, Intl.DateTimeFormat>();

function timeFormat(timeZone: string) {
  const made = timesIn.get(timeZone);
  if (made) return made;
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  timesIn.set(timeZone, format);
  return format;
}

/** 'Nov 24, 3:00 PM EST', in the zone of the reader's company. */
export const mailTime = (at: Date, zone: string): string =>
  timeFormat(zone)
    .format(at)
    .replace(/\u202f/g, ' ');

/** 'Nov 24' */
export const mailDay = (at: Date, zone: string = UTC): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: zone }).format(at);
