import sharp from 'sharp';
import { IMAGE_UNREADABLE, imageProblem } from './image-rules';
import { IMAGE_SIZES } from './keys';

/** Only for the image process: the bytes are untrusted. */
export interface DecoderReply {
  readonly problem: string | null;
  readonly files: readonly Buffer[];
}

const QUALITY = 80;

const open = (original: Buffer) =>
  sharp(original, { limitInputPixels: false, failOn: 'none', sequentialRead: true });

async function findProblem(original: Buffer) {
  const {
    format = '',
    width,
    height,
    channels,
    depth = '',
    pages: frames = 1,
  } = await open(original).metadata();
  return imageProblem({ format, width, height, channels, depth, frames });
}

const resize = (original: Buffer, size: number) =>
  open(original)
    .rotate()
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();

async function inspect(original: Buffer): Promise<DecoderReply> {
  return { problem: await findProblem(original), files: [] };
}

async function resizeAll(original: Buffer): Promise<DecoderReply> {
  const problem = await findProblem(original);
  if (problem) return { problem, files: [] };
  const files: Buffer[] = [];
  for (const size of IMAGE_SIZES) files.push(await resize(original, size));
  return { problem, files };
}

const OPERATIONS = { inspect, resize: resizeAll };
export type ImageOperation = keyof typeof OPERATIONS;

const isOperation = (name: string): name is ImageOperation => name in OPERATIONS;

export async function decode(operation: string, original: Buffer): Promise<DecoderReply> {
  if (!isOperation(operation)) throw new Error(`Unknown operation ${operation}`);
  sharp.cache(false);
  sharp.concurrency(1);
  return OPERATIONS[operation](original).catch(() => ({ problem: IMAGE_UNREADABLE, files: [] }));
}
