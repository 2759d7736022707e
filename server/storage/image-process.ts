import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import type { Config } from '../config/config';
import { Unavailable } from '../http/errors';
import type { DecoderReply, ImageOperation } from './image-decoder';
import { IMAGE_UNREADABLE, TOO_MUCH_MEMORY_EXIT_CODE } from './image-rules';
import { IMAGE_SIZES, type ImageSize, originalOf, privateOriginalOf, privateSizeOf, sizeOf } from './keys';
import type { Store } from './store';

const MAX_SECONDS = 60;
const MAX_HEAP_MB = 64;

/** No secrets: the decoder reads untrusted files. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

const startProcess = (root: string, operation: ImageOperation) =>
  spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, join(root, 'dist/images.js'), operation], {
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'ignore'],
  });

interface ReplyHead {
  problem: string | null;
  lengths: number[];
}

function parseReply(output: Buffer): DecoderReply {
  const end = output.indexOf('\n');
  const { problem, lengths } = JSON.parse(output.toString('utf8', 0, end)) as ReplyHead;
  let start = end + 1;
  const files = lengths.map((length) => {
    const file = output.subarray(start, start + length);
    start += length;
    return file;
  });
  return { problem, files };
}

async function exitOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await once(child, 'close');
  return code ?? signal;
}

/** Decodes in a process with limited memory. Throws if it was killed or didn't start; a retry may succeed. */
async function decodeImage(
  root: string,
  operation: ImageOperation,
  original: Readable,
): Promise<DecoderReply> {
  const child = startProcess(root, operation);
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_SECONDS * 1000);
  try {
    const [output, exit] = await Promise.all([
      buffer(child.stdout),
      exitOf(child),
      // A process that ends early closes its input; its exit code has the reason.
      pipeline(original, child.stdin).catch(() => child.kill('SIGKILL')),
    ]);
    if (exit === TOO_MUCH_MEMORY_EXIT_CODE) return { problem: IMAGE_UNREADABLE, files: [] };
    if (exit !== 0) throw new Error(`The image process ended with ${exit}`);
    return parseReply(output);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

interface ConcurrencyLimits {
  readonly running: number;
  readonly waiting: number;
}

type Limited = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Throws 503 when too many wait. */
export function limitConcurrency({ running, waiting }: ConcurrencyLimits): Limited {
  const limit = pLimit(running);
  return async (work) => {
    if (limit.pendingCount >= waiting) throw Unavailable();
    return limit(work);
  };
}

/** Returns the problem of an unreadable picture. `open` is called when its turn comes. */
export type InspectImage = (open: () => Promise<Readable>) => Promise<string | null>;

/** Each inspection runs a process with much memory, so few run at once. */
export function createImageInspector(root: string): InspectImage {
  const limit = limitConcurrency({ running: 2, waiting: 8 });
  return (open) => limit(async () => (await decodeImage(root, 'inspect', await open())).problem);
}

const WEBP = 'image/webp';

const NO_PICTURE = Buffer.alloc(0);

interface SizesOptions {
  readonly store: Store;
  readonly config: Pick<Config, 'root'>;
}

interface Keys {
  readonly originalOf: (storedKey: string) => string;
  readonly sizeOf: (storedKey: string, size: ImageSize) => string;
}

const PUBLIC: Keys = { originalOf, sizeOf };
const PRIVATE: Keys = { originalOf: privateOriginalOf, sizeOf: privateSizeOf };

export const makeSizes = (options: SizesOptions, storedKey: string) => resize(options, PUBLIC, storedKey);
export const makePrivateSizes = (options: SizesOptions, storedKey: string) =>
  resize(options, PRIVATE, storedKey);

async function resize({ store, config }: SizesOptions, keys: Keys, storedKey: string) {
  const original = await store.read(keys.originalOf(storedKey));
  if (!original) throw new Error(`There is no original ${storedKey}`);
  const { problem, files } = await decodeImage(config.root, 'resize', original.body);
  for (const [index, size] of IMAGE_SIZES.entries())
    await store.put(keys.sizeOf(storedKey, size), files[index] ?? NO_PICTURE, WEBP);
  return problem;
}
