import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { format } from 'fast-csv';

/** Spreadsheets read a file without it in a code page of their own. */
const BYTE_ORDER_MARK = '\ufeff';

const asFile = (res: Response, name: string) =>
  res
    .status(200)
    .type('text/csv')
    .set('Cache-Control', 'private, no-store')
    .set('Content-Disposition', `attachment; filename="${name}.csv"`);

export function sendCsvText(res: Response, name: string, text: string) {
  asFile(res, name).send(BYTE_ORDER_MARK + text);
}

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/** The caller escapes texts, because negative amounts would look like formulas. */
export async function sendCells(res: Response, name: string, headings: readonly string[], rows: Rows) {
  asFile(res, name);
  const csv = format({
    headers: [...headings],
    alwaysWriteHeaders: true,
    rowDelimiter: '\r\n',
    writeBOM: true,
  });
  await pipeline(Readable.from(rows), csv, res);
}
