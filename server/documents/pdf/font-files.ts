import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

const padded = (bytes: number) => (bytes + 3) & ~3;

interface FontTable {
  readonly tag: Buffer;
  readonly checksum: number;
  readonly data: Buffer;
}

/** fontkit's own decompression takes most of the time of a short document. */
function* tablesOf(woff: Buffer): Generator<FontTable> {
  const count = woff.readUInt16BE(12);
  for (let index = 0; index < count; index++) {
    const at = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(at + field));
    const data = woff.subarray(offset, (offset ?? 0) + (packed ?? 0));
    yield {
      tag: woff.subarray(at, at + 4),
      checksum: checksum ?? 0,
      data: packed === length ? data : inflateSync(data),
    };
  }
}

/** WOFF 1.0, section 4: the same tables without compression. OpenType files are as they are. */
export function readFont(path: string): Buffer {
  const woff = readFileSync(path);
  if (!path.endsWith('.woff')) return woff;
  const tables = [...tablesOf(woff)];
  const head = Buffer.alloc(SFNT_HEADER_BYTES + tables.length * SFNT_ENTRY_BYTES);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(tables.length, 4);
  const bodies: Buffer[] = [];
  let offset = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    tag.copy(head, at);
    for (const [field, value] of [checksum, offset, data.length].entries())
      head.writeUInt32BE(value, at + 4 + field * 4);
    bodies.push(data, Buffer.alloc(padded(data.length) - data.length));
    offset += padded(data.length);
  }
  return Buffer.concat([head, ...bodies]);
}
