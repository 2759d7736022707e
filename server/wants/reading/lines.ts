import { unescapeFormula } from '../../contract/csv';
import type { Cents, Units } from '../../contract/money';
import { stripInvisible } from '../../contract/strip-invisible';
import { decodeCsv } from '../../imports/parsing/csv';
import { hasDecimalCommas } from '../../imports/parsing/decimal-comma';
import { findRecords } from '../../imports/parsing/dialect';
import { findLayout } from '../../imports/parsing/layout';
import { type CsvRow, parseRecords, UnreadableFile } from '../../imports/parsing/records';
import { MAX_ITEM_CHARACTERS, type WantProblem } from '../cells/rules';
import { MAX_LIST_LINES, NO_LINES, TOO_MANY_LINES } from '../rules';
import { columnsOf, countWantHeadings, type WantColumn, type WantColumns } from './headings';
import { type ReadItem, readItem } from './item';
import { columnsWithoutHeadings, isTabbed, isTotal, quoteCopiedCells, withoutThousands } from './pasted';
import type { TypedCells } from './typed';
import { readEndDate, readPrice, readQuantity } from './values';

/** A line as it was read. */
export interface ReadLine extends ReadItem {
  readonly line: number;
  readonly quantity: Units | null;
  readonly target_cents: Cents | null;
  readonly ends_on: string | null;
  readonly problems: readonly WantProblem[];
  readonly typed: TypedCells;
}

type Cells = Partial<Record<WantColumn, string>>;

function cellsOf(raw: readonly string[], columns: WantColumns): Cells {
  const cells: Cells = {};
  columns.forEach((column, at) => {
    const text = column && stripInvisible(unescapeFormula((raw[at] ?? '').slice(0, MAX_ITEM_CHARACTERS)));
    if (column && text) cells[column] = text;
  });
  return cells;
}

/** An item has one cell, whatever its heading is. */
function typedOf({ item, upc, sku, name, quantity, price, date }: Cells): TypedCells {
  const typed = { item: item ?? upc ?? sku ?? name, quantity, price, date };
  return Object.fromEntries(Object.entries(typed).filter(([, cell]) => cell !== undefined));
}

interface Reading {
  readonly columns: WantColumns;
  readonly decimalComma: boolean;
  readonly today: string;
}

function readLine(line: number, raw: readonly string[], { columns, decimalComma, today }: Reading): ReadLine {
  const cells = cellsOf(raw, columns);
  const found = readItem(cells);
  const quantity = readQuantity(cells.quantity ?? '', decimalComma);
  const price = readPrice(cells.price ?? '', decimalComma);
  const date = readEndDate(cells.date ?? '', today);
  const isNamed = found.item || found.upc || found.sku || found.name;
  const problems = [isNamed ? null : 'item', quantity.problem, price.problem, date.problem] as const;
  return {
    line,
    ...found,
    quantity: quantity.value,
    target_cents: price.value,
    ends_on: date.value,
    problems: problems.filter((problem) => problem !== null),
    typed: typedOf(cells),
  };
}

/** Below the lines, as subtotal, tax and total. */
const MAX_TOTALS = 10;

/** Blocks: only for the thread of `want-thread.ts`. `today` is a UTC day. Throws UnreadableFile. */
export async function readLines(bytes: Uint8Array, today: string): Promise<ReadLine[]> {
  const { text, delimiter, headed } = await layoutOf(decodeCsv(bytes));
  const dialect = findRecords(text, delimiter);
  if (dialect.fault) throw new UnreadableFile(dialect.fault);
  const rows: CsvRow[] = [];
  const records = dialect.records.filter(({ line }) => line > (headed?.line ?? 0));
  for await (const row of parseRecords(text, { ...dialect, records })) {
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    rows.push(row);
    if (rows.length > MAX_LIST_LINES + MAX_TOTALS) throw new UnreadableFile(TOO_MANY_LINES);
  }
  while (rows.length > 1 && isTotal(rows.at(-1)?.cells ?? [])) rows.pop();
  if (rows.length > MAX_LIST_LINES) throw new UnreadableFile(TOO_MANY_LINES);
  if (rows.length === 0) throw new UnreadableFile(NO_LINES);
  const columns = headed ? columnsOf(headed.cells) : columnsWithoutHeadings(rows.map(({ cells }) => cells));
  const reading = { columns, decimalComma: hasDecimalCommas(text, delimiter), today };
  return rows.map(({ line, cells }) => readLine(line, cells, reading));
}

/** `headed` is the row of headings, if there is one. */
async function layoutOf(given: string) {
  const isCopied = isTabbed(given);
  const text = isCopied ? quoteCopiedCells(given) : given;
  const { delimiter, header } = await findLayout(text, null, countWantHeadings);
  const headed = header && countWantHeadings(header.cells) > 0 ? header : null;
  if (headed) return { text, delimiter, headed };
  if (isCopied) return { text, delimiter: '\t', headed };
  const plain = await findLayout(withoutThousands(text), null, countWantHeadings);
  return { text, delimiter: plain.delimiter, headed };
}
