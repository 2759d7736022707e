import { radixSorting } from './radix-sort';

const SLACK = 1.06;
/** From so many changes at once on, one pass over everything is cheaper than a move per change. */
const MANY = 48;
const BLOCK_BITS = 10;
/** Ids that share one summary of what is among them. */
export const BLOCK = 1 << BLOCK_BITS;
/** Blurred by so many moves, the summaries are made anew. */
const MAX_STALE_MOVES = 2_000;

/**
 * Product ids by a key, ascending, ids breaking ties. Each block of places has a summary: the traits of everything
 * in it, and perhaps of something that was. Who looks for what a block has not can leap over it.
 */
export class SortedIds {
  private ids: Int32Array = new Int32Array(1024);
  private blocks: Int32Array = new Int32Array(1);
  private blurred = MAX_STALE_MOVES;
  size = 0;

  /**
   * `key` answers an id's present key; an id's key may only change while the id is not in here. `traits` answers
   * its present traits, one bit each.
   */
  constructor(
    private readonly key: (id: number) => number,
    private readonly traits: (id: number) => number,
  ) {}

  /** The ids, in order; more than `size` of them, the rest is nothing. Good until the next change. */
  get places(): Int32Array {
    return this.ids;
  }

  at(position: number): number {
    return this.ids[position] ?? 0;
  }

  /** Traits of each block of places, made anew where they have become too blurred to be of use. */
  summaries(): Int32Array {
    if (this.blurred >= MAX_STALE_MOVES) {
      this.blocks = new Int32Array((this.size >>> BLOCK_BITS) + 2);
      for (let position = 0; position < this.size; position++) this.mark(position);
      this.blurred = 0;
    }
    return this.blocks;
  }

  /** How many come before this place in the order; the place need not be taken. */
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

  /** Everything anew: `ids` in the order of ids. At each `yield` others may do something that does not ask this. */
  *filling(ids: Int32Array): Generator<void, void> {
    this.ids = yield* radixSorting(ids, this.key);
    this.size = ids.length;
    this.blurred = MAX_STALE_MOVES;
  }

  /** The traits of these, which stay where they are, have changed. */
  touch(ids: readonly number[]) {
    if (this.blurred >= MAX_STALE_MOVES) return;
    if (ids.length > MANY) this.blurred = MAX_STALE_MOVES;
    else for (const id of ids) this.mark(this.rank(this.key(id), id));
  }

  /** All of these are in here, none twice. */
  remove(gone: readonly number[]) {
    if (gone.length <= MANY) {
      for (const id of gone) {
        const position = this.rank(this.key(id), id);
        this.ids.copyWithin(position, position + 1, this.size);
        this.size -= 1;
        this.shifted(position);
      }
      return;
    }
    this.blurred = MAX_STALE_MOVES;
    const set = new Set(gone);
    let kept = 0;
    for (let position = 0; position < this.size; position++) {
      const id = this.ids[position] ?? 0;
      if (!set.has(id)) this.ids[kept++] = id;
    }
    this.size = kept;
  }

  /** None of these is in here yet, none twice. */
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
    this.blurred = MAX_STALE_MOVES;
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
    const block = position >>> BLOCK_BITS;
    this.blocks[block] = (this.blocks[block] ?? 0) | this.traits(this.ids[position] ?? 0);
  }

  /** From here on everything has moved by one place: each block has gained what now stands at one of its ends. */
  private shifted(from: number) {
    this.blurred += 1;
    if (this.blurred >= MAX_STALE_MOVES) return;
    if (this.size >>> BLOCK_BITS >= this.blocks.length) {
      this.blurred = MAX_STALE_MOVES;
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
