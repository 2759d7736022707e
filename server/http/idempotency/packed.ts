import { promisify } from 'node:util';
import { deflate, inflateSync } from 'node:zlib';

/** Shorter texts cost more to compress than to keep. */
const MIN_BYTES = 1_024;
/** Of zlib's header; no JSON begins with it. */
const FIRST_BYTE = 0x78;

const compress = promisify<Buffer, { level: number }, Buffer>(deflate);

/** A JSON text as bytes, compressed where that is worth it. */
export async function pack(json: string): Promise<Buffer> {
  const bytes = Buffer.from(json);
  return bytes.length < MIN_BYTES ? bytes : compress(bytes, { level: 1 });
}

/** Throws above `maxBytes`. */
export const unpack = (packed: Buffer, maxBytes: number): string =>
  (packed[0] === FIRST_BYTE ? inflateSync(packed, { maxOutputLength: maxBytes }) : packed).toString('utf8');
