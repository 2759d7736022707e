import { Readable } from 'node:stream';
import { parse } from 'fast-csv';
import { REASON } from '../columns-contract';
import { type CellMismatch, cellMismatch } from './cell-count';
import { hasDecimalCommas } from './decimal-comma';
import { type Dialect, detectDialect } from './dialect';

/** The file as a whole cannot be imported; the message says what to do. */
export class UnreadableFile extends Error {}

export interface CsvRow {
  /** 1-based. */
  line: number;
  cells: readonly string[];
  mismatch?: CellMismatch | null;
  decimalComma?: boolean;
}

export interface CsvFile {
  headings: readonly string[];
  total: number;
  rows(): AsyncGenerator<CsvRow>;
}

const PIECE_CHARACTERS = 65_536;
const isBlank = (cells: readonly string[], noteAt = -1) =>
  cells.every((cell, at) => at === noteAt || cell.trim() === '');

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile("This file isn't UTF-8 text. Save it as “CSV UTF-8” and upload it again.");
  }
  if (text.includes('\u0000'))
    throw new UnreadableFile("This file isn't text. Save it as “CSV UTF-8” and upload it again.");
  return text;
}

function* pieces(text: string, { records }: Dialect) {
  let piece = '';
  for (const { start, end } of records) {
    piece += text.slice(start, end);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

async function* parseRecords(text: string, dialect: Dialect): AsyncGenerator<CsvRow> {
  const parser = Readable.from(pieces(text, dialect)).pipe(
    parse({ headers: false, delimiter: dialect.delimiter }),
  );
  let line = 0;
  let at = 0;
  try {
    for await (const cells of parser) {
      line = dialect.records[at++]?.line ?? line + 1;
      yield { line, cells: cells as string[] };
    }
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Parse Error')) throw error;
    throw new UnreadableFile(`The file can't be read after line ${line}: ${error.message.slice(13, 113)}`);
  }
}

type IsHeader = (cells: readonly string[]) => boolean;

/** Blocks for seconds: only for the thread of `csv-thread.ts`. Throws UnreadableFile. */
export async function openCsv(bytes: Uint8Array, isHeader: IsHeader = () => true): Promise<CsvFile> {
  const text = decode(bytes);
  const dialect = detectDialect(text);
  if (dialect.fault) throw new UnreadableFile(dialect.fault);
  const { line: headerLine, cells } = await headerOf(text, dialect, isHeader);
  const headings = cells.map((cell) => cell.trim());
  const total = dialect.records.filter(({ line }) => line > headerLine).length;
  return { headings, total, rows: () => rowsBelow(headerLine, headings, text, dialect) };
}

const MAX_TITLE_ROWS = 20;

/** The first row that is a header, below the titles of a sheet; without one, the first row. */
async function headerOf(text: string, dialect: Dialect, isHeader: IsHeader): Promise<CsvRow> {
  const titles: CsvRow[] = [];
  for await (const row of parseRecords(text, dialect)) {
    if (isBlank(row.cells)) continue;
    if (isHeader(row.cells)) return row;
    if (titles.push(row) >= MAX_TITLE_ROWS) break;
  }
  const [first] = titles;
  if (!first) throw new UnreadableFile('The file is empty. Start with the template.');
  return first;
}

async function* rowsBelow(headerLine: number, headings: readonly string[], text: string, dialect: Dialect) {
  const noteAt = headings.indexOf(REASON);
  const numbers = hasDecimalCommas(text, dialect.delimiter) ? { decimalComma: true } : {};
  for await (const row of parseRecords(text, dialect))
    if (row.line > headerLine && !isBlank(row.cells, noteAt))
      yield { ...row, ...numbers, mismatch: cellMismatch(row.cells, headings, dialect.delimiter) };
}
