import { once } from '../../cache/caches';
import { firstWithout } from './sorted-ids';

const WORD_BITS = 5;
/** Empty words of a bitmap that cost what one id costs. */
const WORDS_PER_LOOK = 8;

/** Product ids, listed or not. Immutable once shared. */
export interface IdCollection {
  readonly byteLength: number;
  /** What it costs to visit all. */
  readonly looks: number;
  has(id: number): boolean;
  /** A bit for each id; those of larger ones may be missing. */
  bits(capacity: number): Uint32Array;
  forEach(visit: (id: number) => void): void;
  some(test: (id: number) => boolean): boolean;
  changed(without: ReadonlySet<number>, more: Iterable<number>, capacity: number): IdCollection;
}

const isIn = (bits: Uint32Array, id: number) => (((bits[id >>> WORD_BITS] ?? 0) >>> (id & 31)) & 1) === 1;

function add(bits: Uint32Array, id: number) {
  bits[id >>> WORD_BITS] = (bits[id >>> WORD_BITS] ?? 0) | (1 << (id & 31));
}

export function bitsOf(ids: Iterable<number>, capacity: number): Uint32Array {
  const bits = new Uint32Array((capacity >>> WORD_BITS) + 1);
  for (const id of ids) add(bits, id);
  return bits;
}

/** For few ids. */
export class IdList implements IdCollection {
  private readonly ids: Int32Array;

  constructor(ids: Int32Array) {
    const sorted = ids.slice().sort();
    this.ids = sorted.filter((id, at) => id !== sorted[at - 1]);
  }

  get byteLength() {
    return this.ids.byteLength;
  }

  get looks() {
    return this.ids.length;
  }

  has(id: number) {
    return this.ids[firstWithout((place) => (this.ids[place] ?? 0) < id, this.ids.length)] === id;
  }

  bits(capacity: number) {
    return bitsOf(this.ids, capacity);
  }

  forEach(visit: (id: number) => void) {
    for (const id of this.ids) visit(id);
  }

  some(test: (id: number) => boolean) {
    return this.ids.some(test);
  }

  changed(without: ReadonlySet<number>, more: Iterable<number>) {
    return new IdList(Int32Array.from([...this.ids.filter((id) => !without.has(id)), ...more]));
  }
}

export class Bitmap implements IdCollection {
  private readonly size = once(() => {
    let size = 0;
    this.forEach(() => {
      size += 1;
    });
    return size;
  });

  constructor(private readonly words: Uint32Array) {}

  get byteLength() {
    return this.words.byteLength;
  }

  get looks() {
    return this.size() + this.words.length / WORDS_PER_LOOK;
  }

  has(id: number) {
    return isIn(this.words, id);
  }

  bits() {
    return this.words;
  }

  forEach(visit: (id: number) => void) {
    this.some((id) => {
      visit(id);
      return false;
    });
  }

  some(test: (id: number) => boolean) {
    for (let word = 0; word < this.words.length; word++) {
      let bits = this.words[word] as number;
      while (bits !== 0) {
        if (test((word << WORD_BITS) + 31 - Math.clz32(bits & -bits))) return true;
        bits &= bits - 1;
      }
    }
    return false;
  }

  changed(without: ReadonlySet<number>, more: Iterable<number>, capacity: number) {
    const bits = bitsOf([], Math.max(capacity, this.words.length << WORD_BITS));
    bits.set(this.words);
    for (const id of without) bits[id >>> WORD_BITS] = (bits[id >>> WORD_BITS] ?? 0) & ~(1 << (id & 31));
    for (const id of more) add(bits, id);
    return new Bitmap(bits);
  }
}

const BLOCK_BITS = 16;

/** Ids of one block: the lower sixteen bits of each. */
export interface PackedIds {
  readonly block: number;
  readonly ids: Buffer;
}

/** SQL that packs `product_id` into rows of at most 65,536, so that the process serves others between them. Unordered. */
export const packedIdsSql = (from: string) =>
  `select product_id >> ${BLOCK_BITS} as block,
     string_agg(int2send(((product_id & 65535) - 32768)::smallint), ''::bytea) as ids ${from}`;

const sizeOf = (blocks: readonly PackedIds[]) => blocks.reduce((sum, { ids }) => sum + ids.length / 2, 0);

function unpack(blocks: readonly PackedIds[], take: (id: number) => void) {
  for (const { block, ids } of blocks) {
    const first = block << BLOCK_BITS;
    for (let at = 0; at < ids.length; at += 2)
      take(first | ((((ids[at] as number) << 8) | (ids[at + 1] as number)) ^ 0x8000));
  }
}

export function idList(blocks: readonly PackedIds[]): Int32Array {
  const list = new Int32Array(sizeOf(blocks));
  let size = 0;
  unpack(blocks, (id) => {
    list[size++] = id;
  });
  return list;
}

/** From this density on a bitmap is smaller than a list. */
const DENSE = 32;

export function idCollection(blocks: readonly PackedIds[], capacity: number): IdCollection {
  if (sizeOf(blocks) * DENSE < capacity) return new IdList(idList(blocks));
  const last = blocks.reduce((most, { block }) => Math.max(most, block), 0);
  const bits = bitsOf([], Math.max(capacity, (last + 1) << BLOCK_BITS));
  unpack(blocks, (id) => add(bits, id));
  return new Bitmap(bits);
}
