import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { RenderReply, RenderRequest } from './render-thread';

/** Ten times what 500 lines need. */
const MAX_HEAP_MB = 256;
const MAX_REPLY_MS = 60_000;

export interface DocumentRenderer {
  /** Renders in a thread, one document at a time. Throws when it fails; a retry may succeed. */
  render(request: RenderRequest): Promise<Uint8Array>;
  stop(): Promise<void>;
}

const startThread = (root: string) =>
  new Worker(join(root, 'dist', 'pdf-thread.js'), {
    workerData: root,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32 },
    execArgv: [],
    env: {},
  });

async function replyOf(thread: Worker, request: RenderRequest): Promise<RenderReply> {
  const answered = new AbortController();
  const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(MAX_REPLY_MS)]);
  const ends = once(thread, 'exit', { signal }).then(() => {
    throw new Error('The thread of documents ended');
  });
  const arrives = once(thread, 'message', { signal });
  thread.postMessage(request);
  try {
    const [reply] = (await Promise.race([arrives, ends])) as [RenderReply];
    return reply;
  } finally {
    answered.abort();
    // Both are settled by the abort; only the first is awaited.
    await Promise.allSettled([arrives, ends]);
  }
}

/** The thread starts with the first document: loading pdfkit takes longer than drawing one. */
export function createDocumentRenderer(root: string): DocumentRenderer {
  const oneAtATime = pLimit(1);
  let thread: Worker | null = null;

  async function stop() {
    const running = thread;
    thread = null;
    await running?.terminate();
  }

  async function render(request: RenderRequest) {
    thread ??= startThread(root);
    // Outside of a rendering the thread keeps no process alive.
    thread.ref();
    const reply = await replyOf(thread, request).catch(async (error) => {
      await stop();
      throw error;
    });
    thread?.unref();
    if (reply.kind === 'failed') throw new Error(reply.reason);
    return reply.file;
  }

  return { render: (request) => oneAtATime(() => render(request)), stop };
}
