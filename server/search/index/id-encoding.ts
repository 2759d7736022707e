import { Bitmap } from './bitmap';

/** A list for few ids, a bitmap for many. */
export type IdCollection = Int32Array | Bitmap;

/** From this density on a bitmap is smaller than a list. */
const DENSE = 32;
const BLOCK_BITS = 16;

export interface PackedBlock {
  readonly block: number;
  readonly ids: Buffer;
}

const PACKED = `product_id >> ${BLOCK_BITS} as block,
  string_agg(int2send(((product_id & 65535) - 32768)::smallint), ''::bytea) as ids`;

/**
 * SQL that packs ids into rows of at most 65,536, two bytes each, so that a million arrive in pieces between which
 * the process serves others. Unordered.
 */
export const encodeIdsSql = (from: string) => `select ${PACKED} ${from} group by 1`;

export const packedBy = (column: string, from: string) => `select ${PACKED}, ${column} ${from} group by 1, 3`;

const length = (blocks: readonly PackedBlock[]) => blocks.reduce((sum, { ids }) => sum + ids.length / 2, 0);

function write(blocks: readonly PackedBlock[], take: (id: number) => void) {
  for (const { block, ids } of blocks) {
    const first = block << BLOCK_BITS;
    for (let at = 0; at < ids.length; at += 2)
      take(first | ((((ids[at] as number) << 8) | (ids[at + 1] as number)) ^ 0x8000));
  }
}

export function unpackedList(blocks: readonly PackedBlock[]): Int32Array {
  const list = new Int32Array(length(blocks));
  let size = 0;
  write(blocks, (id) => {
    list[size++] = id;
  });
  return list;
}

/** `capacity` is at most one more than the greatest id. */
export function decodeIds(blocks: readonly PackedBlock[], capacity: number): IdCollection {
  if (length(blocks) * DENSE < capacity) return unpackedList(blocks);
  const last = blocks.reduce((most, { block }) => Math.max(most, block), 0);
  const set = Bitmap.empty(Math.max(capacity, (last + 1) << BLOCK_BITS));
  const { bits } = set;
  write(blocks, (id) => {
    bits[id >>> 5] = (bits[id >>> 5] as number) | (1 << (id & 31));
  });
  return set;
}
