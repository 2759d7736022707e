import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { format } from 'fast-csv';
import { escapeFormula } from '../contract/csv';

/** Sends rows as they come, as a file to keep. */
export async function sendCsv(
  res: Response,
  name: string,
  headings: readonly string[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<void> {
  res
    .status(200)
    .type('text/csv')
    .set('Cache-Control', 'private, no-store')
    .set('Content-Disposition', `attachment; filename="${name}.csv"`);
  // The headings are a row like the others: the formatter would cut rows that are longer.
  const csv = format({ headers: false, rowDelimiter: '\r\n' });
  await pipeline(
    Readable.from(
      (async function* () {
        yield [...headings];
        for await (const row of rows) yield row.map(escapeFormula);
      })(),
    ),
    csv,
    res,
  );
}
