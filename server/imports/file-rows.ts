import type { CsvFile } from './parsing/csv-reader';
import type { Fixes } from './parsing/csv-thread';
import type { Mapping } from './parsing/header-mapping';
import type { ReadRow } from './parsing/row';
import { upcKey, upcWritings } from './parsing/upc-digits';

export interface FileRow extends ReadRow {
  /** Line of the first row with the same UPC; 0 if there is none. */
  earlierLine: number;
}

const MAX_CHUNK_ROWS = 500;
/** Bounds the processor time of one turn of the event loop. */
const MAX_CHUNK_CHARACTERS = 131_072;

/** Chunks of the rows after the first `skipped`, which are read only for their UPCs. */
export async function* chunksOf(
  file: CsvFile,
  mapping: Mapping,
  fixes: Fixes,
  skipped = 0,
): AsyncGenerator<FileRow[]> {
  const lines = new Map<string, number>();
  let chunk: FileRow[] = [];
  let characters = 0;
  let index = 0;
  for await (const row of file.rows(mapping, fixes)) {
    const key = upcKey(row.upc);
    const firstLine = hasProduct(row) ? (lines.get(key) ?? 0) : 0;
    if (hasProduct(row) && !firstLine) lines.set(key, row.line);
    const earlierLine = row.isImage ? 0 : firstLine;
    if (index++ < skipped) continue;
    chunk.push({ ...row, earlierLine });
    characters += row.characters;
    if (chunk.length < MAX_CHUNK_ROWS && characters < MAX_CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = [];
    characters = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** Also rows of a file without a column of names, whose products the seller may have. */
export const hasProduct = ({ refused, cells }: ReadRow) =>
  Object.keys(refused).every((field) => field === 'name' && cells.name === undefined);

/** All writings of the rows' UPCs, to look up their products. */
export const writingsIn = (rows: readonly FileRow[]): string[] => [
  ...new Set(rows.filter(hasProduct).flatMap(({ upc }) => upcWritings(upc))),
];
