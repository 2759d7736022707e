import type { MessagePort } from 'node:worker_threads';
import { type CsvFile, type CsvRow, openCsv, UnreadableFile } from './csv';
import { areHeadings } from './header-mapping';

export type CsvRequest = 'restart' | 'next';

export type CsvReply =
  | { kind: 'opened'; headings: readonly string[]; total: number }
  | { kind: 'rows'; rows: CsvRow[] }
  | { kind: 'end' }
  | { kind: 'unreadable'; reason: string };

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 131_072;

async function* batches(file: CsvFile): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  let characters = 0;
  for await (const row of file.rows()) {
    batch.push(row);
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
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

export async function serveCsv(port: MessagePort, bytes: Uint8Array): Promise<void> {
  let file: CsvFile | undefined;
  const opened = await orUnreadable(async () => {
    file = await openCsv(bytes, areHeadings);
    return { kind: 'opened', headings: file.headings, total: file.total };
  });
  port.postMessage(opened);
  if (file) serveRows(port, file);
}

function serveRows(port: MessagePort, file: CsvFile) {
  let rows = batches(file);
  port.on('message', async (request: CsvRequest) => {
    if (request === 'restart') rows = batches(file);
    const reply = await orUnreadable(async () => {
      const { value, done } = await rows.next();
      return done ? { kind: 'end' } : { kind: 'rows', rows: value };
    });
    port.postMessage(reply);
  });
}
