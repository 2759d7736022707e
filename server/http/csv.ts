import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { format, writeToString } from 'fast-csv';
import { textCell } from '../contract/csv';
import { type Cents, plainDollars } from '../contract/money';

/** Spreadsheets read a file without it in a code page of their own. */
const BYTE_ORDER_MARK = '\ufeff';

/** The columns of a file, in their order. */
export type Columns = readonly (readonly [column: string, heading: string])[];

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

export interface CsvDownload {
  readonly headings: readonly string[];
  /** Escaped by the caller, because negative amounts would look like formulas. */
  readonly rows: Rows;
}

/** Amounts without a sign, UTC days in place of times, texts as spreadsheets keep them. */
export function cellText(column: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (column.endsWith('_cents')) return plainDollars(value as Cents);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' ? textCell(value) : String(value);
}

const asFile = (res: Response, name: string) =>
  res
    .status(200)
    .type('text/csv')
    .set('Cache-Control', 'private, no-store')
    .set('Content-Disposition', `attachment; filename="${name}.csv"`);

export function sendCsvText(res: Response, name: string, text: string) {
  asFile(res, name).send(BYTE_ORDER_MARK + text);
}

export async function sendCsv(
  res: Response,
  name: string,
  { headings, rows }: CsvDownload,
  { writeBOM = true } = {},
): Promise<void> {
  asFile(res, name);
  const csv = format({ headers: [...headings], alwaysWriteHeaders: true, rowDelimiter: ROW_END, writeBOM });
  await pipeline(Readable.from(rows), csv, res);
}

const ROW_END = '\r\n';

export const csvText = (rows: readonly (readonly string[])[]): Promise<string> =>
  writeToString([...rows] as string[][], { headers: false, rowDelimiter: ROW_END });
