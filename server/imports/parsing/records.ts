import { Readable } from 'node:stream';
import { parse } from 'fast-csv';
import type { Dialect } from './dialect';

/** The file as a whole cannot be imported; the message says what to do. */
export class UnreadableFile extends Error {}

export interface CsvRow {
  /** 1-based. */
  line: number;
  cells: readonly string[];
}

const PIECE_CHARACTERS = 65_536;

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

/** Throws UnreadableFile. */
export async function* parseRecords(text: string, dialect: Dialect): AsyncGenerator<CsvRow> {
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
