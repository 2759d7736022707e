export const TYPE_BYTES = 256;

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

export const imageTypeOf = (head: Buffer): string | null =>
  TYPES.find(([, is]) => head.length >= 12 && is(head))?.[0] ?? null;

export interface ImageHeader {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly depth: string;
  readonly frames: number;
}

/** With the worker's own memory below 1 GB, the limit of a small host. */
export const MAX_PROCESS_BYTES = 768 * 1024 * 1024;
export const TOO_MUCH_MEMORY_EXIT_CODE = 70;

const MAX_SIDE_PIXELS = 12_000;
const MAX_DECODED_BYTES = 256 * 1024 * 1024;
const MAX_FRAMES = 100;
/** The AVIF decoder holds about six copies, which must fit the image process. */
const MAX_AVIF_DECODED_BYTES = 96 * 1024 * 1024;

const BYTES_PER_CHANNEL: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const MAX_BYTES_PER_CHANNEL = 8;

const decodedBytes = ({ width, height, channels, depth }: ImageHeader) =>
  width * height * channels * (BYTES_PER_CHANNEL[depth] ?? MAX_BYTES_PER_CHANNEL);

export const IMAGE_UNREADABLE = "Choose another image: this one can't be read";

const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

const RULES: readonly [problem: string, isBroken: (header: ImageHeader) => boolean][] = [
  [IMAGE_UNREADABLE, ({ format, width, height }) => !(FORMATS.has(format) && width > 0 && height > 0)],
  [
    'Choose an image up to 12,000 pixels on each side',
    ({ width, height }) => Math.max(width, height) > MAX_SIDE_PIXELS,
  ],
  ['Choose an image with at most 100 frames', ({ frames }) => frames > MAX_FRAMES],
  [
    "Choose a smaller image: this one takes more than 256 MB when it's opened",
    (header) => decodedBytes(header) > MAX_DECODED_BYTES,
  ],
  [
    'Choose a smaller AVIF image (up to 32 megapixels), or save it as a JPEG',
    (header) => header.format === 'heif' && decodedBytes(header) > MAX_AVIF_DECODED_BYTES,
  ],
];

export const imageProblem = (header: ImageHeader): string | null =>
  RULES.find(([, isBroken]) => isBroken(header))?.[0] ?? null;
