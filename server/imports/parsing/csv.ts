import { REASON, SAVE_AS_CSV } from '../rules';
import { type CellMismatch, cellMismatch } from './cell-count';
import { hasDecimalCommas } from './decimal-comma';
import { type Dialect, findRecords } from './dialect';
import { findLayout } from './layout';
import { type CsvRow, parseRecords, UnreadableFile } from './records';

export interface CheckedRow extends CsvRow {
  mismatch?: CellMismatch | null;
  decimalComma?: boolean;
}

export interface OpenCsv {
  headings: readonly string[];
  headerLine: number;
  /** The first rows that are not blank: the header is one of them. */
  early: readonly CsvRow[];
  total: number;
  rows(): AsyncGenerator<CheckedRow>;
}

const isBlank = (cells: readonly string[], noteAt: number) =>
  cells.every((cell, at) => at === noteAt || cell.trim() === '');

const WORKBOOK = `This is an Excel workbook, not a CSV file. ${SAVE_AS_CSV}`;

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte);

/** Throws UnreadableFile for what is no text. */
export function decodeCsv(bytes: Uint8Array): string {
  // A ZIP, as .xlsx is, or the older .xls.
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new UnreadableFile(WORKBOOK);
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

/** Blocks for seconds: only for the thread of `csv-thread.ts`. Throws UnreadableFile. */
export async function openCsv(bytes: Uint8Array, chosenLine: number | null = null): Promise<OpenCsv> {
  const text = decodeCsv(bytes);
  const { delimiter, early, header } = await findLayout(text, chosenLine);
  const dialect = findRecords(text, delimiter);
  if (dialect.fault) throw new UnreadableFile(dialect.fault);
  if (!header) throw new UnreadableFile('The file is empty. Start with the template.');
  const headings = header.cells.map((cell) => cell.trim());
  const below = { ...dialect, records: dialect.records.filter(({ line }) => line > header.line) };
  return {
    headings,
    headerLine: header.line,
    early,
    total: below.records.length,
    rows: () => rowsOf(headings, text, below),
  };
}

async function* rowsOf(headings: readonly string[], text: string, dialect: Dialect) {
  const noteAt = headings.indexOf(REASON);
  const numbers = hasDecimalCommas(text, dialect.delimiter) ? { decimalComma: true } : {};
  for await (const row of parseRecords(text, dialect))
    if (!isBlank(row.cells, noteAt))
      yield { ...row, ...numbers, mismatch: cellMismatch(row.cells, headings, dialect.delimiter) };
}
