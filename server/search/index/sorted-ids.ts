import { memoByVersion } from '../../cache/caches';
import { radixSorting } from './radix-sort';

const SLACK = 1.06;
/** Above so many changes one pass over everything is cheaper. */
const MANY = 48;
const BLOCK_BITS = 10;
export const BLOCK = 1 << BLOCK_BITS;
const MAX_STALE_MOVES = 2_000;

/** Ids ordered by key, then id. Scans skip blocks by their summary, a superset of the bits in them. */
export class SortedIds {
  private ids: Int32Array = new Int32Array(1024);
  private blocks: Int32Array = new Int32Array(2);
  private staleMoves = MAX_STALE_MOVES;
  size = 0;
  readonly blockCounts = memoByVersion<Uint8Array, Int16Array>();

  /** An id's `key` may only change while the id is absent. */
  constructor(
    private readonly key: (id: number) => number,
    private readonly bits: Record<'facets' | 'kinds', (id: number) => number>,
  ) {}

  /** The ids in order; only the first `size` are valid, until the next change. */
  get places(): Int32Array {
    return this.ids;
  }

  get byteLength() {
    return this.ids.byteLength + this.blocks.byteLength;
  }

  at(position: number): number {
    return this.ids[position] ?? 0;
  }

  /** Two words for each block: the facet bits in it, and the bits of its kinds. */
  summaries(): Int32Array {
    if (this.staleMoves >= MAX_STALE_MOVES) {
      this.blocks = new Int32Array(2 * ((this.size >>> BLOCK_BITS) + 2));
      for (let position = 0; position < this.size; position++) this.mark(position);
      this.staleMoves = 0;
    }
    return this.blocks;
  }

  /** Counts the ids before this position, which need not be occupied. */
  rank(key: number, id: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.ids[middle] ?? 0;
      const otherKey = this.key(other);
      if (otherKey < key || (otherKey === key && other < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Replaces everything; `ids` are in id order. The object must not be used between the yields. */
  *filling(ids: Int32Array): Generator<void, void> {
    this.ids = yield* radixSorting(ids, this.key);
    this.size = ids.length;
    this.staleMoves = MAX_STALE_MOVES;
  }

  /** After facet changes of ids that keep their positions. */
  touch(ids: readonly number[]) {
    if (this.staleMoves >= MAX_STALE_MOVES) return;
    if (ids.length > MANY) this.staleMoves = MAX_STALE_MOVES;
    else for (const id of ids) this.mark(this.rank(this.key(id), id));
  }

  /** Ids must be present, each once. */
  remove(removed: readonly number[]) {
    if (removed.length <= MANY) {
      for (const id of removed) {
        const position = this.rank(this.key(id), id);
        this.ids.copyWithin(position, position + 1, this.size);
        this.size -= 1;
        this.shifted(position);
      }
      return;
    }
    this.staleMoves = MAX_STALE_MOVES;
    const set = new Set(removed);
    let remaining = 0;
    for (let position = 0; position < this.size; position++) {
      const id = this.ids[position] ?? 0;
      if (!set.has(id)) this.ids[remaining++] = id;
    }
    this.size = remaining;
  }

  /** Ids must be absent, each once. */
  insert(fresh: readonly number[]) {
    this.reserve(this.size + fresh.length);
    if (fresh.length <= MANY) {
      for (const id of fresh) {
        const position = this.rank(this.key(id), id);
        this.ids.copyWithin(position + 1, position, this.size);
        this.ids[position] = id;
        this.size += 1;
        this.shifted(position);
      }
      return;
    }
    this.staleMoves = MAX_STALE_MOVES;
    this.merge(Int32Array.from(fresh).sort((a, b) => this.key(a) - this.key(b) || a - b));
  }

  private merge(sorted: Int32Array) {
    let write = this.size + sorted.length - 1;
    let old = this.size - 1;
    for (let next = sorted.length - 1; next >= 0; ) {
      const id = sorted[next] ?? 0;
      const other = old >= 0 ? (this.ids[old] ?? 0) : -1;
      const byKey = other < 0 ? -1 : this.key(other) - this.key(id);
      if (other >= 0 && (byKey > 0 || (byKey === 0 && other > id))) {
        this.ids[write--] = other;
        old -= 1;
      } else {
        this.ids[write--] = id;
        next -= 1;
      }
    }
    this.size += sorted.length;
  }

  private mark(position: number) {
    const word = (position >>> BLOCK_BITS) * 2;
    const id = this.ids[position] ?? 0;
    this.blocks[word] = (this.blocks[word] ?? 0) | this.bits.facets(id);
    this.blocks[word + 1] = (this.blocks[word + 1] ?? 0) | this.bits.kinds(id);
  }

  /** All later ids moved by one position, so each block gained one at its edge. */
  private shifted(from: number) {
    this.staleMoves += 1;
    if (this.staleMoves >= MAX_STALE_MOVES) return;
    if ((this.size >>> BLOCK_BITS) * 2 >= this.blocks.length) {
      this.staleMoves = MAX_STALE_MOVES;
      return;
    }
    if (from < this.size) this.mark(from);
    for (let first = ((from >>> BLOCK_BITS) + 1) << BLOCK_BITS; first - 1 < this.size; first += BLOCK) {
      this.mark(first - 1);
      if (first < this.size) this.mark(first);
    }
  }

  private reserve(size: number) {
    if (size <= this.ids.length) return;
    const larger = new Int32Array(Math.ceil(size * SLACK));
    larger.set(this.ids.subarray(0, this.size));
    this.ids = larger;
  }
}
