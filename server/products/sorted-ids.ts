import { radixSorted } from './radix-sort';

const SLACK = 1.25;
/** From so many changes at once on, one pass over everything is cheaper than a move per change. */
const MANY = 48;

/** Product ids by a key, ascending, ids breaking ties. */
export class SortedIds {
  private ids: Int32Array = new Int32Array(1024);
  size = 0;

  /** `key` answers an id's present key; an id's key may only change while the id is not in here. */
  constructor(private readonly key: (id: number) => number) {}

  at(position: number): number {
    return this.ids[position] ?? 0;
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

  /** Everything anew: `ids` in the order of ids. */
  fill(ids: Int32Array) {
    this.ids = radixSorted(ids, this.key);
    this.size = ids.length;
  }

  /** All of these are in here, none twice. */
  remove(gone: readonly number[]) {
    if (gone.length <= MANY) {
      for (const id of gone) {
        const position = this.rank(this.key(id), id);
        this.ids.copyWithin(position, position + 1, this.size);
        this.size -= 1;
      }
      return;
    }
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
      }
      return;
    }
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

  private reserve(size: number) {
    if (size <= this.ids.length) return;
    const larger = new Int32Array(Math.ceil(size * SLACK));
    larger.set(this.ids.subarray(0, this.size));
    this.ids = larger;
  }
}
