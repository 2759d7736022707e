import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CsvReply, CsvRequest, CsvThreadData, Fixes, OpenedCsv, SizedRow } from './csv-thread';
import type { Mapping } from './header-mapping';
import { UnreadableFile } from './records';

/** Five times what a file of 4 MB needs. */
const MAX_HEAP_MB = 96;
/** For all of a file; one of 4 MB takes some seconds. */
const MAX_READING_MS = 60_000;

const TOO_COMPLEX = 'The file takes too much memory or time to read. Split it into several files.';

/** A file whose rows are parsed and judged in another thread. */
export interface CsvFile extends OpenedCsv {
  rows(mapping: Mapping, fixes: Fixes): AsyncGenerator<SizedRow>;
}

/** Reads a file in a thread with limits of memory and time. Throws UnreadableFile. */
export async function withParsedCsv<Result>(
  root: string,
  data: CsvThreadData,
  use: (file: CsvFile) => Promise<Result>,
  maxMs = MAX_READING_MS,
): Promise<Result> {
  const thread = startThread(root, 'csv-thread', data);
  try {
    return await use(await openedBy(repliesOf<CsvReply>(thread, maxMs)));
  } finally {
    await thread.terminate();
  }
}

/** The one reply of a thread with limits of memory and time. Throws UnreadableFile. */
export async function replyOfThread<Reply extends ThreadReply>(
  root: string,
  name: string,
  data: object,
  maxMs = MAX_READING_MS,
): Promise<Exclude<Reply, Unreadable>> {
  const thread = startThread(root, name, data);
  try {
    return await repliesOf<Reply>(thread, maxMs)();
  } finally {
    await thread.terminate();
  }
}

const startThread = (root: string, name: string, workerData: object) =>
  new Worker(join(root, 'dist', `${name}.js`), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 8 },
    execArgv: [],
    env: {},
  });

interface Unreadable {
  readonly kind: 'unreadable';
  readonly reason: string;
}

interface ThreadReply {
  readonly kind: string;
}

type Ask<Reply> = (request?: CsvRequest) => Promise<Exclude<Reply, Unreadable>>;

const isUnreadable = (reply: ThreadReply): reply is Unreadable => reply.kind === 'unreadable';

/** Throws UnreadableFile, also where the thread has died or worked longer than `maxMs` in all. */
function repliesOf<Reply extends ThreadReply>(thread: Worker, maxMs: number): Ask<Reply> {
  let failure: unknown;
  let remainingMs = maxMs;
  thread.on('error', (error) => {
    failure = error;
  });
  const unreadable = (error: unknown): never => {
    throw asUnreadable(error);
  };
  return async (request) => {
    if (failure) return unreadable(failure);
    const begun = performance.now();
    const arrives = once(thread, 'message', {
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(remainingMs))),
    });
    if (request) thread.postMessage(request);
    const [answer] = (await arrives.catch(unreadable)) as [Reply];
    remainingMs -= performance.now() - begun;
    if (isUnreadable(answer)) throw new UnreadableFile(answer.reason);
    return answer as Exclude<Reply, Unreadable>;
  };
}

async function openedBy(reply: Ask<CsvReply>): Promise<CsvFile> {
  const answer = await reply();
  if (answer.kind !== 'opened') throw new Error(`The thread began with ${answer.kind}`);
  return {
    ...answer.opened,
    async *rows(mapping, fixes) {
      let next = await reply({ kind: 'read', mapping, fixes });
      for (; next.kind === 'rows'; next = await reply({ kind: 'next' })) yield* next.rows;
    },
  };
}

function asUnreadable(error: unknown): unknown {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError'
    ? new UnreadableFile(TOO_COMPLEX)
    : error;
}
