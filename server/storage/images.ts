import type { ImageSize } from './public-url';

export const IMAGE_SIZES: readonly ImageSize[] = [400, 1200];

/** Bytes that `imageTypeOf` needs. */
export const MAGIC_BYTES = 256;

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

/** Detects the type by the first bytes; null for anything but the pictures we serve. */
export const imageTypeOf = (head: Buffer): string | null =>
  TYPES.find(([, is]) => head.length >= 12 && is(head))?.[0] ?? null;
