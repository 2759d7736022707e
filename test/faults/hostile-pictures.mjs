// Images that are small as files and huge when decoded, and files that only look like images.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { root } from '../../server/boot/root.mjs';

sharp.cache(false);

const BACKGROUND = { r: 10, g: 90, b: 200, alpha: 0.5 };

const flat = (side, channels = 3) =>
  sharp({ create: { width: side, height: side, channels, background: BACKGROUND }, limitInputPixels: false });

const fixture = (name) => () => readFile(join(root, 'test/faults/files', name));

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Black and gray, optionally with fewer `rows` than its header declares. */
function grayPng(side, depth, rows = side) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = depth;
  const rowBytes = 1 + Math.ceil((Math.min(side, 12_000) * depth) / 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(rowBytes * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Frames of 64 × 64 in different colors, so that none are merged. */
function animation(frames) {
  const side = 64;
  const bytes = side * side * 3;
  const pixels = Buffer.alloc(bytes * frames);
  for (let frame = 0; frame < frames; frame++)
    pixels.fill((frame * 97) % 256, frame * bytes, (frame + 1) * bytes);
  return sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } });
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="9"/></svg>';

const half = async (picture) => {
  const bytes = await picture.toBuffer();
  return bytes.subarray(0, bytes.length / 2);
};

export const PLAIN_PICTURE = { kind: 'picture', make: () => flat(1_600).jpeg().toBuffer() };

export const HOSTILE_PICTURES = [
  ['AVIF, 8,000 px, 10 bits', fixture('flat-10-bit.avif')],
  ['AVIF, 8,000 px, 8 bits', fixture('flat-8-bit.avif')],
  [
    'PNG, 8,000 px, 16 bits, interlaced',
    () => flat(8_000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  ],
  ...[1, 2, 4, 8, 16].map((depth) => [
    `PNG, 11,000 px, gray of ${depth} bits`,
    async () => grayPng(11_000, depth),
  ]),
  ['PNG, 8,000 px, 8 bits', () => flat(8_000).png().toBuffer()],
  ['PNG, 5,700 px, 16 bits, alpha', () => flat(5_700, 4).toColourspace('rgb16').png().toBuffer()],
  ['PNG that declares 2,000,000,000 px', async () => grayPng(2_000_000_000, 16, 1)],
  ['PNG that declares 12,000 px', async () => grayPng(12_000, 8, 1)],
  [
    'JPEG, 9,400 px, progressive',
    () => flat(9_400).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  ['WebP, 9,400 px', () => flat(9_400).webp({ effort: 0 }).toBuffer()],
  ['GIF, 8,000 px', () => flat(8_000).gif({ effort: 1 }).toBuffer()],
  ['GIF, 2,000 frames', () => animation(2_000).gif({ effort: 1, keepDuplicateFrames: true }).toBuffer()],
  ['WebP, 250 frames', () => animation(250).webp({ effort: 0 }).toBuffer()],
  ['SVG', async () => Buffer.from(SVG)],
  ['GIF that goes on as SVG', async () => Buffer.from(`GIF89a${SVG}`)],
  [
    'JPEG that goes on as a page',
    async () => Buffer.concat([await flat(16).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]),
  ],
  ['PNG, cut in half', () => half(flat(6_000).png())],
  ['JPEG, cut in half', () => half(flat(6_000).jpeg())],
  [
    '35 MB after a JPEG signature',
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(36_700_000)]),
  ],
].map(([name, make]) => ({ name, kind: 'picture', make }));
