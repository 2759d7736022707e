import { Readable } from 'node:stream';
import { parse } from 'fast-csv';
import { type CellMismatch, cellMismatch } from './cell-count';
import { survey } from './survey';

/** A file that cannot be imported as a whole, with the reason and the remedy. */
export class UnreadableFile extends Error {}

export interface CsvRow {
  /** As a spreadsheet numbers its rows: 1 is the first. */
  line: number;
  cells: readonly string[];
  mismatch?: CellMismatch | null;
}

export interface CsvFile {
  headings: readonly string[];
  /** Rows after the headings at most; blank ones count. */
  total: number;
  /** Each time from the start; blank rows are left out. */
  rows(): AsyncGenerator<CsvRow>;
}

const PIECE = 65_536;
/** The template has 29; what has far more is no list of products, and a notice for each would be no help. */
const MOST_COLUMNS = 500;
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

function decode(bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(
      'The file is not UTF-8 text. Please save it as “CSV UTF-8” and upload it again.',
    );
  }
  if (text.includes('\u0000'))
    throw new UnreadableFile('The file is no text. Please save it as “CSV UTF-8” and upload it again.');
  return text;
}

async function* records(bytes: Buffer, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = Readable.from(pieces(bytes)).pipe(parse({ headers: false, delimiter }));
  let line = 0;
  try {
    for await (const cells of parser) yield { line: ++line, cells: cells as string[] };
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Parse Error')) throw error;
    throw new UnreadableFile(`The file cannot be read after line ${line}: ${error.message.slice(13, 113)}`);
  }
}

/** The file's headings and rows. Throws UnreadableFile. The bytes are at most those of one upload (4 MB). */
export async function openCsv(bytes: Buffer): Promise<CsvFile> {
  const { delimiter, records: count, fault } = survey(decode(bytes));
  if (fault) throw new UnreadableFile(fault);
  let heading: CsvRow | undefined;
  for await (const row of records(bytes, delimiter)) {
    if (isBlank(row.cells)) continue;
    heading = row;
    break;
  }
  if (!heading) throw new UnreadableFile('The file is empty. Please start from the template.');
  const { line: first, cells } = heading;
  if (cells.length > MOST_COLUMNS)
    throw new UnreadableFile(
      `The file has more than ${MOST_COLUMNS} columns. Please start from the template.`,
    );
  const headings = cells.map((cell) => cell.trim());
  return {
    headings,
    total: Math.max(count - first, 0),
    async *rows() {
      for await (const row of records(bytes, delimiter))
        if (row.line > first && !isBlank(row.cells))
          yield { ...row, mismatch: cellMismatch(row.cells, headings, delimiter) };
    },
  };
}
