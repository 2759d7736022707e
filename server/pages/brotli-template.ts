import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliCompress, brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import { BROTLI } from '../http/send-text';
import { type Fills, fillsOf, fillTemplate, MARKS, type PageTemplate } from './page-template';

/** A template is compressed once and sent often. */
const QUALITY = 5;
/** Holes that are closer than this share an uncompressed block. */
const MAX_BETWEEN_HOLES = 64;

/** Brotli codes a byte by the two before it, so two that are always the same follow each hole uncompressed. */
const CONTEXT_BYTES = 2;

/** One hole, or several with the text between them. `noise` stands in for it. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly noise: Buffer;
}

function regionsOf({ bytes, holes }: PageTemplate): Region[] {
  const regionOf = (start: number, end: number): Region => {
    const tail = bytes.subarray(end, end + CONTEXT_BYTES);
    return { start, end: end + tail.length, noise: Buffer.concat([randomBytes(end - start), tail]) };
  };
  const regions: Region[] = [];
  for (const { hole, at } of holes) {
    const end = at + MARKS[hole].length;
    const last = regions.at(-1);
    if (last && at - last.end < MAX_BETWEEN_HOLES) regions.splice(-1, 1, regionOf(last.start, end));
    else regions.push(regionOf(at, end));
  }
  return regions;
}

function partsAround(regions: readonly Region[], bytes: Buffer): Buffer[] {
  const endBefore = (at: number) => regions[at - 1]?.end ?? 0;
  const parts = regions.flatMap(({ start, noise }, at) => [bytes.subarray(endBefore(at), start), noise]);
  return [...parts, bytes.subarray(endBefore(regions.length))];
}

const flush = (stream: BrotliCompress) =>
  new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve));

/** Each part ends at a byte of the result. */
async function compressParts(parts: readonly Buffer[], length: number): Promise<Buffer> {
  const params = {
    ...BROTLI,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  };
  const stream = createBrotliCompress({ params });
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject));
  for (const part of parts) {
    stream.write(part);
    await flush(stream);
  }
  stream.end();
  await ended;
  return Buffer.concat(chunks);
}

const decompress = promisify(brotliDecompress);

async function isSamePage(compressed: PageTemplate, template: PageTemplate, fills: Fills) {
  const page = await decompress(fillTemplate(compressed, fills));
  return page.equals(fillTemplate(template, fills));
}

/** Brotli treats letters and digits differently. */
const PROBES = ['a', '7'].map(fillsOf);

/** Puts the marks back in place of the noise; null where the noise was compressed. */
function withMarks(compressed: Buffer, regions: readonly Region[], { bytes, holes }: PageTemplate) {
  const moved = regions.flatMap(({ start, end, noise }) => {
    const to = compressed.indexOf(noise);
    if (to >= 0) bytes.copy(compressed, to, start, end);
    const within = to < 0 ? [] : holes.filter(({ at }) => at >= start && at < end);
    return within.map(({ hole, at }) => ({ hole, at: at - start + to }));
  });
  return moved.length === holes.length ? { bytes: compressed, holes: moved } : null;
}

/**
 * Compresses around the holes. Random bytes stand in for them, since Brotli stores what it cannot compress as it is and
 * refers to it nowhere else. Returns null where the result would not be the same page.
 */
export async function compressTemplate(template: PageTemplate): Promise<PageTemplate | null> {
  const regions = regionsOf(template);
  const parts = partsAround(regions, template.bytes);
  const compressed = await compressParts(parts, template.bytes.length);
  const result = withMarks(compressed, regions, template);
  const isSame = (fills: Fills) => result && isSamePage(result, template, fills);
  return (await Promise.all(PROBES.map(isSame))).every(Boolean) ? result : null;
}
