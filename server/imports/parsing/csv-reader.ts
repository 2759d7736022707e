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
  const thread = startThread(root, bytes);
  try {
    return await use(await openedBy(repliesOf(thread)));
  } finally {
    await thread.terminate();
  }
}

const startThread = (root: string, bytes: Uint8Array) =>
  new Worker(join(root, 'dist', 'csv-thread.js'), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 8 },
    execArgv: [],
    env: {},
  });

type Reply = (request?: CsvRequest) => Promise<CsvReply>;

/** Throws UnreadableFile, also where the thread has died or stays silent. */
function repliesOf(thread: Worker): Reply {
  let failure: unknown;
  thread.on('error', (error) => {
    failure = error;
  });
  const unreadable = (error: unknown): never => {
    throw asUnreadable(error);
  };
  return async (request) => {
    if (failure) return unreadable(failure);
    const arrives = once(thread, 'message', { signal: AbortSignal.timeout(MAX_REPLY_MS) });
    if (request) thread.postMessage(request);
    const [answer] = (await arrives.catch(unreadable)) as [CsvReply];
    if (answer.kind === 'unreadable') throw new UnreadableFile(answer.reason);
    return answer;
  };
}

async function openedBy(reply: Reply): Promise<CsvFile> {
  const opened = await reply();
  if (opened.kind !== 'opened') throw new Error(`The thread began with ${opened.kind}`);
  return {
    headings: opened.headings,
    total: opened.total,
    async *rows() {
      for (let answer = await reply('restart'); answer.kind === 'rows'; answer = await reply('next'))
        yield* answer.rows;
    },
  };
}

function asUnreadable(error: unknown): unknown {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError'
    ? new UnreadableFile(TOO_COMPLEX)
    : error;
}
