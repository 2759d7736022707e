import type { ImageSize } from './public-url';

export const IMAGE_SIZES: readonly ImageSize[] = [400, 1200];

/** So much of a file says what it is and how large it will be. */
export const HEAD_BYTES = 512 * 1024;

/** A small file may hold a huge picture: it is refused before anyone decodes it. */
const MOST_PIXELS = 64_000_000;
const DECODE_SECONDS = 20;
const QUALITY = 80;

const ascii = (head: Buffer, start: number, end: number) => head.toString('latin1', start, end);

function isAvif(head: Buffer) {
  if (ascii(head, 4, 8) !== 'ftyp') return false;
  const brands = ascii(head, 8, Math.min(head.readUInt32BE(0), 256, head.length));
  return brands.includes('avif') || brands.includes('avis');
}

const TYPES: [type: string, is: (head: Buffer) => boolean][] = [
  ['image/jpeg', (head) => head.length > 3 && head.readUIntBE(0, 3) === 0xffd8ff],
  ['image/png', (head) => ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/gif', (head) => /^GIF8[79]a/.test(ascii(head, 0, 6))],
  ['image/webp', (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP'],
  ['image/avif', isAvif],
];

/** By the first bytes, whatever the name or the header said. null for anything that is no picture we serve. */
export const imageTypeOf = (head: Buffer): string | null =>
  TYPES.find(([, is]) => head.length >= 12 && is(head))?.[0] ?? null;

/** The decoder is large (20 MB), and loaded when there is a first picture for it. */
async function decoded(bytes: Buffer) {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'none', sequentialRead: true });
}

/** Whether it is a picture of a size that we decode. */
export async function isDecodable(head: Buffer) {
  try {
    const { width, height } = await (await decoded(head)).metadata();
    return width > 0 && height > 0 && width * height <= MOST_PIXELS;
  } catch {
    // Whatever the decoder says, it is not one that it can read.
    return false;
  }
}

/** WebP, upright, without what the camera wrote into it. Never larger than the original. */
export const resized = async (original: Buffer, size: ImageSize): Promise<Buffer> =>
  (await decoded(original))
    .timeout({ seconds: DECODE_SECONDS })
    .rotate()
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
