import { type Versioned, valueAt } from '../../cache/caches';
import { FACET_COMBINATIONS } from './facets';

export interface Listing {
  readonly id: number;
  readonly cell: number;
  /** Microseconds. */
  readonly createdAt: number;
  readonly msrp: number;
  /** Condition and region, see conditions-and-regions.ts. */
  readonly kind: number;
  readonly price: number;
  readonly percentOff: number;
}

const MAX_IN_32_BITS = 2 ** 32 - 1;

/** Whole amounts by id. Widened to 64 bits by the first one above 32, such as a price above $42,949,672.95. */
export class Amounts {
  private values: Uint32Array | Float64Array = new Uint32Array(0);

  readonly of = (id: number) => this.values[id] ?? 0;

  get byteLength() {
    return this.values.byteLength;
  }

  write(id: number, amount: number) {
    if (amount > MAX_IN_32_BITS && this.values instanceof Uint32Array)
      this.values = Float64Array.from(this.values);
    this.values[id] = amount;
  }

  reserve(room: number) {
    this.values =
      this.values instanceof Uint32Array
        ? enlarged(new Uint32Array(room), this.values)
        : enlarged(new Float64Array(room), this.values);
  }
}

const NONE = -1;

/** The ids of each cell, as doubly linked lists: head → next → … → NONE. */
export class CellLists {
  private next = new Int32Array(0);
  private previous = new Int32Array(0);
  private readonly heads = new Int32Array(FACET_COMBINATIONS).fill(NONE);
  readonly counts = new Int32Array(FACET_COMBINATIONS);

  get byteLength() {
    return this.next.byteLength + this.previous.byteLength;
  }

  each(cell: number, visit: (id: number) => void) {
    for (let id = this.heads[cell] ?? NONE; id !== NONE; id = this.next[id] ?? NONE) visit(id);
  }

  leave(id: number, cell: number) {
    const next = this.next[id] ?? NONE;
    const previous = this.previous[id] ?? NONE;
    if (previous === NONE) this.heads[cell] = next;
    else this.next[previous] = next;
    if (next !== NONE) this.previous[next] = previous;
    this.counts[cell] = (this.counts[cell] ?? 0) - 1;
  }

  enter(id: number, cell: number) {
    const head = this.heads[cell] ?? NONE;
    this.next[id] = head;
    this.previous[id] = NONE;
    if (head !== NONE) this.previous[head] = id;
    this.heads[cell] = id;
    this.counts[cell] = (this.counts[cell] ?? 0) + 1;
  }

  reserve(room: number) {
    this.next = enlarged(new Int32Array(room), this.next);
    this.previous = enlarged(new Int32Array(room), this.previous);
  }
}

export function enlarged<Column extends Int8Array | Int16Array | Int32Array | Uint32Array | Float64Array>(
  room: Column,
  from: Column,
): Column {
  room.set(from);
  return room;
}

const WORD_BITS = 5;

interface CellColumn {
  readonly cellsById: Int16Array;
  readonly version: number;
}

/** A set of product ids, one bit each. Immutable once shared. */
export class Bitmap {
  private counted: Versioned<{ inCells: Int32Array; size: number }> | null = null;

  constructor(readonly bits: Uint32Array) {}

  static empty(capacity: number): Bitmap {
    return new Bitmap(new Uint32Array((capacity >>> WORD_BITS) + 1));
  }

  /** With its counts in the index as it is now. */
  static counted(bits: Uint32Array, index: CellColumn, counts: Int32Array): Bitmap {
    const set = new Bitmap(bits);
    set.note(index, counts);
    return set;
  }

  static of(ids: Iterable<number>, capacity: number): Bitmap {
    const set = Bitmap.empty(capacity);
    for (const id of ids)
      set.bits[id >>> WORD_BITS] = (set.bits[id >>> WORD_BITS] as number) | (1 << (id & 31));
    return set;
  }

  get bytes(): number {
    return this.bits.byteLength + FACET_COMBINATIONS * Int32Array.BYTES_PER_ELEMENT;
  }

  has(id: number): boolean {
    return (((this.bits[id >>> WORD_BITS] ?? 0) >>> (id & 31)) & 1) === 1;
  }

  sizeIn(index: CellColumn): number {
    return this.countedIn(index).size;
  }

  /** Cached per index version: a million ids take about 5 ms. */
  countsIn(index: CellColumn): Int32Array {
    return this.countedIn(index).inCells;
  }

  private countedIn(index: CellColumn) {
    const cached = valueAt(this.counted, [index, index.version]);
    if (cached) return cached;
    const { cellsById } = index;
    const counts = new Int32Array(FACET_COMBINATIONS);
    // Not by `each`: a function called for every id takes twice as long.
    for (let word = 0; word < this.bits.length; word++) {
      let bits = this.bits[word] as number;
      while (bits !== 0) {
        const cell = cellsById[(word << WORD_BITS) + 31 - Math.clz32(bits & -bits)] as number;
        if (cell >= 0) counts[cell] = (counts[cell] as number) + 1;
        bits &= bits - 1;
      }
    }
    return this.note(index, counts);
  }

  private note(index: CellColumn, inCells: Int32Array) {
    const value = { inCells, size: inCells.reduce((total, count) => total + count, 0) };
    this.counted = { versions: [index, index.version], value };
    return value;
  }

  each(visit: (id: number) => void) {
    for (let word = 0; word < this.bits.length; word++) {
      let bits = this.bits[word] as number;
      while (bits !== 0) {
        visit((word << WORD_BITS) + 31 - Math.clz32(bits & -bits));
        bits &= bits - 1;
      }
    }
  }

  changed(without: Iterable<number>, more: Iterable<number>, capacity: number): Bitmap {
    const set = Bitmap.empty(Math.max(capacity, this.bits.length << WORD_BITS));
    set.bits.set(this.bits);
    for (const id of without)
      set.bits[id >>> WORD_BITS] = (set.bits[id >>> WORD_BITS] ?? 0) & ~(1 << (id & 31));
    for (const id of more) set.bits[id >>> WORD_BITS] = (set.bits[id >>> WORD_BITS] ?? 0) | (1 << (id & 31));
    return set;
  }
}

export type IdCollection = Int32Array | Bitmap;
