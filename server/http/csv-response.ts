import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { format } from 'fast-csv';
import { escapeFormula } from '../contract/csv';

const asFile = (res: Response, name: string) =>
  res
    .status(200)
    .type('text/csv')
    .set('Cache-Control', 'private, no-store')
    .set('Content-Disposition', `attachment; filename="${name}.csv"`);

export function sendCsvText(res: Response, name: string, text: string) {
  asFile(res, name).send(text);
}

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/** Every cell is a user's text: formulas are escaped. */
export const sendCsv = (
  res: Response,
  name: string,
  headings: readonly string[],
  rows: Rows,
): Promise<void> => sendCells(res, name, headings, escaped(rows));

async function* escaped(rows: Rows) {
  for await (const row of rows) yield row.map(escapeFormula);
}

/** The caller escapes formulas, because negative amounts would look like some. */
export async function sendCells(res: Response, name: string, headings: readonly string[], rows: Rows) {
  asFile(res, name);
  const csv = format({ headers: [...headings], alwaysWriteHeaders: true, rowDelimiter: '\r\n' });
  await pipeline(Readable.from(rows), csv, res);
}
