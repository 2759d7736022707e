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

export async function sendCsv(
  res: Response,
  name: string,
  headings: readonly string[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<void> {
  asFile(res, name);
  const csv = format({ headers: [...headings], alwaysWriteHeaders: true, rowDelimiter: '\r\n' });
  await pipeline(
    Readable.from(
      (async function* () {
        for await (const row of rows) yield row.map(escapeFormula);
      })(),
    ),
    csv,
    res,
  );
}
