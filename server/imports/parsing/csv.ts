import { Readable } from 'node:stream';
import { parse } from 'fast-csv';
import { REASON } from '../columns-contract';
import { type CellMismatch, cellMismatch } from './cell-count';
import { detectDialect, type Survey } from './dialect';

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
  /** Rows after the headings at most. */
  total: number;
  /** Each time from the start; blank rows are left out. */
  rows(): AsyncGenerator<CsvRow>;
}

const PIECE = 65_536;
/** Without the column of our own notes, which may stand alone in a row. */
const isBlank = (cells: readonly string[], noteAt = -1) =>
  cells.every((cell, at) => at === noteAt || cell.trim() === '');

function decode(bytes: Uint8Array): string {
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

/** Whole records, several to a piece. */
function* pieces(text: string, { records }: Survey) {
  let piece = '';
  for (const { start, end } of records) {
    piece += text.slice(start, end);
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

async function* parsed(text: string, found: Survey): AsyncGenerator<CsvRow> {
  const parser = Readable.from(pieces(text, found)).pipe(
    parse({ headers: false, delimiter: found.delimiter }),
  );
  let line = 0;
  let at = 0;
  try {
    for await (const cells of parser) {
      line = found.records[at++]?.line ?? line + 1;
      yield { line, cells: cells as string[] };
    }
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Parse Error')) throw error;
    throw new UnreadableFile(`The file cannot be read after line ${line}: ${error.message.slice(13, 113)}`);
  }
}

/** The file's headings and rows. Throws UnreadableFile. Takes time: for the thread of `csv-thread.ts`. */
export async function openCsv(bytes: Uint8Array): Promise<CsvFile> {
  const text = decode(bytes);
  const found = detectDialect(text);
  if (found.fault) throw new UnreadableFile(found.fault);
  let header: CsvRow | undefined;
  for await (const row of parsed(text, found)) {
    if (isBlank(row.cells)) continue;
    header = row;
    break;
  }
  if (!header) throw new UnreadableFile('The file is empty. Please start from the template.');
  const { line: first, cells } = header;
  const headings = cells.map((cell) => cell.trim());
  const noteAt = headings.indexOf(REASON);
  return {
    headings,
    total: found.records.filter(({ line }) => line > first).length,
    async *rows() {
      for await (const row of parsed(text, found))
        if (row.line > first && !isBlank(row.cells, noteAt))
          yield { ...row, mismatch: cellMismatch(row.cells, headings, found.delimiter) };
    },
  };
}
