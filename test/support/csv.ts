import { parseString } from 'fast-csv';

export type CsvRow = Record<string, string>;

/** Rows by heading, without the byte order mark. */
export const table = (text: string) =>
  new Promise<CsvRow[]>((resolve, reject) => {
    const rows: CsvRow[] = [];
    parseString<CsvRow, CsvRow>(text.replace(/^\ufeff/, ''), { headers: true })
      .on('data', (row: CsvRow) => rows.push(row))
      .on('error', reject)
      .on('end', () => resolve(rows));
  });

/** Of a column of amounts, in cents. */
export const sumOf = (rows: readonly CsvRow[], column: string) =>
  rows.reduce((total, row) => total + Math.round(Number(row[column] ?? Number.NaN) * 100), 0);
