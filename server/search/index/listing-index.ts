import { createLru, type Versioned } from '../../cache/caches';
import { type CellFilter, categoryOf, cellFilters, facetBits } from './cells';
import { kindBits } from './conditions-and-regions';
import { ListingCounts } from './listing-counts';
import type { Matches } from './match';
import { SortedIds } from './sorted-ids';

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

/** The cell of a product that is not listed. */
export const NOT_LISTED = -1;

const SLACK = 1.06;
const MAX_IN_32_BITS = 2 ** 32 - 1;

function enlarged<Column extends { set(from: ArrayLike<number>): void }>(
  room: Column,
  from: ArrayLike<number>,
): Column {
  room.set(from);
  return room;
}

/** Whole amounts by id. Widened to 64 bits by the first one above 32, such as a price above $42,949,672.95. */
class Amounts {
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
    const isNarrow = this.values instanceof Uint32Array;
    this.values = enlarged(isNarrow ? new Uint32Array(room) : new Float64Array(room), this.values);
  }
}

const MAX_VERSIONS = 5_000;
const MAX_NOTED = 20_000;

/** Which listings the latest versions of an index changed. */
class ChangeJournal {
  version = 0;
  private changes: (readonly number[])[] = [];
  private noted = 0;

  note(ids: readonly number[]) {
    this.version += 1;
    this.changes.push(ids);
    this.noted += ids.length;
    while (this.changes.length > MAX_VERSIONS || this.noted > MAX_NOTED)
      this.noted -= this.changes.shift()?.length ?? 0;
  }

  /** Null if that is too long ago. */
  changedSince(version: number): ReadonlySet<number> | null {
    const missing = this.version - version;
    if (missing > this.changes.length) return null;
    return new Set(missing === 0 ? [] : this.changes.slice(-missing).flat());
  }
}

const MAX_MATCHES = 32;

/** All listed products in numeric columns, about 46 bytes each. Exact as of the last `apply`. */
export class ListingIndex {
  private cells: Int16Array = new Int16Array(0);
  private kinds: Uint8Array = new Uint8Array(0);
  private createdAt: Float64Array = new Float64Array(0);
  private readonly msrp = new Amounts();
  private readonly price = new Amounts();
  private percentOff: Int8Array = new Int8Array(0);

  private readonly counts = new ListingCounts();
  /** Counted as cells without steps, so that filters without steps need few additions. */
  private readonly totals = new ListingCounts();
  readonly journal = new ChangeJournal();
  readonly cellFilter = cellFilters();
  readonly matches = createLru<string, Versioned<Matches>>({ max: MAX_MATCHES });
  tagsVersion = 0;

  readonly cellOf = (id: number) => this.cells[id] ?? NOT_LISTED;
  readonly kindOf = (id: number) => this.kinds[id] ?? 0;
  private readonly bits = {
    facets: (id: number) => facetBits(this.cellOf(id)),
    kinds: (id: number) => kindBits(this.kindOf(id)),
  };
  private readonly sorted = (keyOf: (id: number) => number) => ({
    keyOf,
    ids: new SortedIds(keyOf, this.bits),
  });
  readonly orders = {
    createdAt: this.sorted((id) => this.createdAt[id] ?? 0),
    msrp: this.sorted(this.msrp.of),
    price: this.sorted(this.price.of),
    percentOff: this.sorted((id) => this.percentOff[id] ?? 0),
  };
  private readonly byCell = new SortedIds(this.cellOf, this.bits);
  private readonly sortedIds = [...Object.values(this.orders).map(({ ids }) => ids), this.byCell];

  get size() {
    return this.orders.createdAt.ids.size;
  }

  /** One more than the greatest valid id. */
  get capacity() {
    return this.cells.length;
  }

  /** Of the columns; the caches of matches come on top. */
  get bytes(): number {
    const { cells, kinds, createdAt, percentOff, msrp, price, counts } = this;
    const parts = [cells, kinds, createdAt, percentOff, msrp, price, counts, ...this.sortedIds];
    return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** By id. Valid until the next change. */
  get columns() {
    return { cells: this.cells, kinds: this.kinds };
  }

  /** Fills an empty index; sorted only after `ordering`. */
  take(listing: Listing) {
    this.reserve(listing.id + 1);
    this.write(listing);
  }

  *ordering(): Generator<void, void> {
    const ids = new Int32Array(this.totals.size);
    let size = 0;
    for (let id = 0; id < this.capacity; id++) if (this.cells[id] !== NOT_LISTED) ids[size++] = id;
    for (const order of this.sortedIds) yield* order.filling(ids);
  }

  apply(changed: readonly Listing[]) {
    if (changed.length === 0) return;
    const ids = changed.map(({ id }) => id);
    this.journal.note(ids);
    this.reserve(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
    const listed = () => ids.filter((id) => this.cellOf(id) !== NOT_LISTED);
    for (const order of this.sortedIds) order.remove(listed());
    for (const listing of changed) this.write(listing);
    for (const order of this.sortedIds) order.insert(listed());
  }

  countsFor({ hasSteps }: CellFilter): ListingCounts {
    return hasSteps ? this.counts : this.totals;
  }

  eachIn({ passing }: CellFilter, visit: (id: number) => unknown) {
    for (const cell of this.counts.cellsIn(passing)) this.byCell.eachOf(cell, visit);
  }

  private write({ id, cell, createdAt, msrp, kind, price, percentOff }: Listing) {
    const old = this.cellOf(id);
    if (old !== NOT_LISTED) this.count(old, this.kindOf(id), -1);
    if (cell !== NOT_LISTED) this.count(cell, kind, 1);
    this.cells[id] = cell;
    this.kinds[id] = kind;
    this.createdAt[id] = createdAt;
    this.msrp.write(id, msrp);
    this.price.write(id, price);
    this.percentOff[id] = percentOff;
  }

  private count(cell: number, kind: number, more: 1 | -1) {
    this.counts.add(cell, kind, more);
    this.totals.add(categoryOf(cell), kind, more);
  }

  reserve(capacity: number) {
    if (capacity <= this.capacity) return;
    const room = Math.ceil(capacity * SLACK);
    const unlisted = this.capacity;
    this.cells = enlarged(new Int16Array(room), this.cells).fill(NOT_LISTED, unlisted);
    this.kinds = enlarged(new Uint8Array(room), this.kinds);
    this.createdAt = enlarged(new Float64Array(room), this.createdAt);
    this.percentOff = enlarged(new Int8Array(room), this.percentOff);
    for (const column of [this.msrp, this.price]) column.reserve(room);
  }
}
