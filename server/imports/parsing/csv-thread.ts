import type { MessagePort } from 'node:worker_threads';
import type { ImportField } from '../rules';
import { type OpenCsv, openCsv } from './csv';
import type { Mapping } from './header-mapping';
import { columnUnits } from './measure-cells';
import { type CsvRow, UnreadableFile } from './records';
import { type ReadRow, readRow } from './row';
import { columnSamples, shownRows } from './samples';
import { carryProducts } from './shop-rows';

export interface CsvThreadData {
  bytes: Uint8Array;
  /** The line that the seller chose as the header. */
  headerLine: number | null;
}

export type Fixes = Readonly<Record<string, Record<string, string>>>;

export type CsvRequest = { kind: 'read'; mapping: Mapping; fixes: Fixes } | { kind: 'next' };

export interface OpenedCsv {
  headings: readonly string[];
  headerLine: number;
  early: readonly CsvRow[];
  total: number;
  samples: readonly (readonly string[])[];
}

/** `characters` is the size of the row in the file. */
export type SizedRow = ReadRow & { characters: number };

export type CsvReply =
  | { kind: 'opened'; opened: OpenedCsv }
  | { kind: 'rows'; rows: SizedRow[] }
  | { kind: 'end' }
  | { kind: 'unreadable'; reason: string };

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 131_072;

async function* readRows(file: OpenCsv, mapping: Mapping, fixes: Fixes): AsyncGenerator<SizedRow> {
  const units = columnUnits(mapping, file.headings);
  const carried = carryProducts(file.headings, mapping);
  for await (const raw of file.rows()) {
    const { cells, isImage } = carried(raw);
    const corrected = fixes[raw.line];
    const row = readRow(raw, mapping, { ...cells, ...corrected }, units);
    if (corrected) row.original = changedCells(readRow(raw, mapping, cells, units), row);
    const characters = raw.cells.reduce((sum, cell) => sum + cell.length, 0);
    yield { ...row, isImage, characters };
  }
}

const changedCells = ({ cells: before }: ReadRow, { cells: after }: ReadRow): ReadRow['cells'] =>
  Object.fromEntries(Object.entries(before).filter(([field, text]) => after[field as ImportField] !== text));

async function* batches(rows: AsyncGenerator<SizedRow>): AsyncGenerator<SizedRow[]> {
  let batch: SizedRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    characters += row.characters;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

async function orUnreadable(work: () => Promise<CsvReply>): Promise<CsvReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'unreadable', reason: error.message };
  }
}

export async function serveCsv(port: MessagePort, { bytes, headerLine }: CsvThreadData): Promise<void> {
  let file: OpenCsv | undefined;
  const opened = await orUnreadable(async () => {
    file = await openCsv(bytes, headerLine);
    const { headings, headerLine: line, early, total } = file;
    const samples = await columnSamples(file);
    return {
      kind: 'opened',
      opened: { headings, headerLine: line, early: shownRows(early), total, samples },
    };
  });
  port.postMessage(opened);
  if (file) serveRows(port, file);
}

function serveRows(port: MessagePort, file: OpenCsv) {
  let rows: AsyncGenerator<SizedRow[]> | undefined;
  port.on('message', async (request: CsvRequest) => {
    if (request.kind === 'read') rows = batches(readRows(file, request.mapping, request.fixes));
    const reply = await orUnreadable(async () => {
      const next = await rows?.next();
      return !next || next.done ? { kind: 'end' } : { kind: 'rows', rows: next.value };
    });
    port.postMessage(reply);
  });
}
