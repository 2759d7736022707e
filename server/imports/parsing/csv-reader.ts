import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type CsvFile, UnreadableFile } from './csv';
import type { CsvReply, CsvRequest } from './csv-thread';

/** Five times what a file of 4 MB needs. */
const MAX_HEAP_MB = 96;
/** For one batch of rows; a whole file of 4 MB takes some seconds. */
const MAX_REPLY_MS = 60_000;

const TOO_COMPLEX = 'The file takes too much memory or time to read. Split it into several files.';

/** Parses a file in a thread with a limited heap. Throws UnreadableFile. */
export async function withParsedCsv<Result>(
  root: string,
  bytes: Uint8Array,
  use: (file: CsvFile) => Promise<Result>,
): Promise<Result> {
  const thread = new Worker(join(root, 'dist', 'csv-thread.js'), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 8 },
    execArgv: [],
    env: {},
  });
  let failure: unknown;
  thread.on('error', (error) => {
    failure = error;
  });
  const reply = async (request?: CsvRequest): Promise<CsvReply> => {
    if (failure) throw asUnreadable(failure);
    const arrives = once(thread, 'message', { signal: AbortSignal.timeout(MAX_REPLY_MS) });
    if (request) thread.postMessage(request);
    const [answer] = (await arrives.catch((error) => {
      throw asUnreadable(error);
    })) as [CsvReply];
    if (answer.kind === 'unreadable') throw new UnreadableFile(answer.reason);
    return answer;
  };
  try {
    const opened = await reply();
    if (opened.kind !== 'opened') throw new Error(`The thread began with ${opened.kind}`);
    return await use({
      headings: opened.headings,
      total: opened.total,
      async *rows() {
        for (let answer = await reply('restart'); answer.kind === 'rows'; answer = await reply('next'))
          yield* answer.rows;
      },
    });
  } finally {
    await thread.terminate();
  }
}

function asUnreadable(error: unknown): unknown {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError'
    ? new UnreadableFile(TOO_COMPLEX)
    : error;
}
