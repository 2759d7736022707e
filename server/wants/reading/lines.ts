import { unescapeFormula } from '../../contract/csv';
import { type Cents, MAX_UNITS, parseDollars, parseUnits, type Units } from '../../contract/money';
import { stripInvisible } from '../../contract/strip-invisible';
import { decodeCsv } from '../../imports/parsing/csv';
import { hasDecimalCommas, hasTwoReadings, withDecimalPoint } from '../../imports/parsing/decimal-comma';
import { findRecords } from '../../imports/parsing/dialect';
import { findLayout } from '../../imports/parsing/layout';
import { parseRecords, UnreadableFile } from '../../imports/parsing/records';
import { upcDigits } from '../../imports/parsing/upc-digits';
import { isDay } from '../../lists/rules';
import { endDateProblem } from '../end-date';
import { MAX_LIST_LINES, NO_LINES, TOO_MANY_LINES, type WantProblem } from '../rules';
import { columnsOf, countWantHeadings, DEFAULT_COLUMNS, type WantColumn, type WantColumns } from './headings';

/** A line as it was read. `item` is a SKU where some listing has it, else a name. */
export interface ReadLine {
  readonly line: number;
  readonly item: string | null;
  readonly upc: string | null;
  readonly sku: string | null;
  readonly name: string | null;
  readonly quantity: Units | null;
  readonly target_cents: Cents | null;
  readonly ends_on: string | null;
  readonly problems: readonly WantProblem[];
}

const MAX_ITEM_CHARACTERS = 200;
const MAX_VALUE_CHARACTERS = 40;

type Cells = Partial<Record<WantColumn, string>>;

function cellsOf(raw: readonly string[], columns: WantColumns): Cells {
  const cells: Cells = {};
  columns.forEach((column, at) => {
    const text = column && stripInvisible(unescapeFormula((raw[at] ?? '').slice(0, MAX_ITEM_CHARACTERS)));
    if (column && text) cells[column] = text;
  });
  return cells;
}

const isUpc = (text: string) => /^\d{8,14}$/.test(text);

/** The text of a cell like `="0123"`, which spreadsheets are given to keep digits. */
const plainCell = (text: string) => /^="([^"]{0,200})"$/.exec(text)?.[1] ?? text;

function readItem({ item, upc, sku, name }: Cells): Pick<ReadLine, 'item' | 'upc' | 'sku' | 'name'> {
  const digits = upcDigits(plainCell(upc ?? item ?? ''));
  const isCode = isUpc(digits);
  return {
    item: item && !isCode ? plainCell(item) : null,
    upc: isCode ? digits : null,
    sku: sku ? plainCell(sku) : null,
    name: name ?? null,
  };
}

function readQuantity(text: string): Units | null {
  const units = text.length > MAX_VALUE_CHARACTERS ? null : parseUnits(text.replace(/(\d)\.0{1,2}$/, '$1'));
  return units !== null && units > 0n && units <= MAX_UNITS ? units : null;
}

function readPrice(text: string): Cents | null {
  const cents = text.length > MAX_VALUE_CHARACTERS ? null : parseDollars(text);
  return cents === 0 ? null : cents;
}

const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** `2026-11-24` of itself, with or without a time, and of `11/24/2026`; null for other text. */
function readDay(text: string): string | null {
  const [, month = '', day = '', year = ''] = US_DATE.exec(text.slice(0, MAX_VALUE_CHARACTERS)) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.slice(0, 10);
  return isDay(iso) ? iso : null;
}

function readDate(
  text: string | undefined,
  today: string,
): { day: string | null; problem: WantProblem | null } {
  if (!text) return { day: null, problem: null };
  const day = readDay(text);
  const problem = day ? endDateProblem(day, today) : 'date';
  return { day: problem ? null : day, problem };
}

interface Reading {
  readonly columns: WantColumns;
  readonly decimalComma: boolean;
  readonly today: string;
}

function readLine(line: number, raw: readonly string[], { columns, decimalComma, today }: Reading): ReadLine {
  const cells = cellsOf(raw, columns);
  const number = (field: 'units' | 'seller_price_cents', text: string) => {
    if (!decimalComma) return text;
    return hasTwoReadings(field, text) ? '' : withDecimalPoint(field, text);
  };
  const found = readItem(cells);
  const quantity = readQuantity(number('units', cells.quantity ?? ''));
  const price = cells.price ? readPrice(number('seller_price_cents', cells.price)) : null;
  const date = readDate(cells.date, today);
  const problems: readonly (WantProblem | null | false)[] = [
    !found.item && !found.upc && !found.sku && !found.name && 'item',
    quantity === null && 'quantity',
    cells.price !== undefined && price === null && 'price',
    date.problem,
  ];
  return {
    line,
    ...found,
    quantity,
    target_cents: price,
    ends_on: date.day,
    problems: problems.filter((problem) => problem !== null && problem !== false),
  };
}

/** Blocks: only for the thread of `want-thread.ts`. `today` is a UTC day. Throws UnreadableFile. */
export async function readLines(bytes: Uint8Array, today: string): Promise<ReadLine[]> {
  const text = decodeCsv(bytes);
  const { delimiter, header } = await findLayout(text, null, countWantHeadings);
  const dialect = findRecords(text, delimiter);
  if (dialect.fault) throw new UnreadableFile(dialect.fault);
  const headed = header && countWantHeadings(header.cells) > 0 ? header : null;
  const columns = headed ? columnsOf(headed.cells) : DEFAULT_COLUMNS;
  const reading = { columns, decimalComma: hasDecimalCommas(text, delimiter), today };
  const lines: ReadLine[] = [];
  const records = dialect.records.filter(({ line }) => line > (headed?.line ?? 0));
  for await (const { line, cells } of parseRecords(text, { ...dialect, records })) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    lines.push(readLine(line, cells, reading));
    if (lines.length > MAX_LIST_LINES) throw new UnreadableFile(TOO_MANY_LINES);
  }
  if (lines.length === 0) throw new UnreadableFile(NO_LINES);
  return lines;
}
