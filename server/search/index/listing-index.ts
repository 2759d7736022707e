import { createLru } from '../../cache/lru';
import { memoByVersion, type Versioned } from '../../cache/versioned';
import { blockFilters, FACET_COMBINATIONS, facetBits, facetMasks } from './facets';
import type { Matches } from './match';
import { SortedIds } from './sorted-ids';

const SLACK = 1.06;
const NONE = -1;
const MAX_IN_32_BITS = 2 ** 32 - 1;

const MAX_VERSIONS = 5_000;
const MAX_NOTED = 20_000;
const MAX_LISTS = 16;

export interface Listing {
  readonly id: number;
  readonly cell: number;
  /** Microseconds. */
  readonly createdAt: number;
  readonly msrp: number;
}

/** The cell of a product that is not listed. */
export const NOT_LISTED = -1;

/** Results computed from one index. Masks are compared by identity. */
const createMemos = () => ({
  facetMask: facetMasks(),
  blockFilter: blockFilters(),
  counts: memoByVersion<Uint8Array, Int32Array>(),
  curatedCounts: memoByVersion<Uint8Array, Int32Array>(),
  /** By the list of ids that a text or a seller matched. */
  listMatches: createLru<Int32Array, Versioned<Matches>>({ max: MAX_LISTS }),
});

/** All listed products in numeric columns, about 32 bytes each. Exact as of the last `apply`. */
export class ListingIndex {
  private cells: Int16Array = new Int16Array(0);
  private createdAt = new Float64Array(0);
  // Widened by the first price above $42,949,672.95.
  private msrp: Uint32Array | Float64Array = new Uint32Array(0);
  // A doubly linked list per cell: head → next → … → NONE.
  private next = new Int32Array(0);
  private previous = new Int32Array(0);
  private readonly heads = new Int32Array(FACET_COMBINATIONS).fill(NONE);

  readonly counts = new Int32Array(FACET_COMBINATIONS);
  readonly memos = createMemos();
  version = 0;
  tagsVersion = 0;
  private journal: (readonly number[])[] = [];
  private journaled = 0;

  readonly createdAtOf = (id: number) => this.createdAt[id] ?? 0;
  readonly msrpOf = (id: number) => this.msrp[id] ?? 0;
  private readonly facetBits = (id: number) => facetBits(this.cells[id] ?? NOT_LISTED);
  readonly oldestFirst = new SortedIds(this.createdAtOf, this.facetBits);
  readonly cheapestFirst = new SortedIds(this.msrpOf, this.facetBits);

  get size() {
    return this.oldestFirst.size;
  }

  /** One more than the greatest valid id. */
  get capacity() {
    return this.cells.length;
  }

  /** Valid until the next change. */
  get cellsById(): Int16Array {
    return this.cells;
  }

  cellOf(id: number): number {
    return this.cells[id] ?? NOT_LISTED;
  }

  inCell(cell: number, each: (id: number) => void) {
    for (let id = this.heads[cell] ?? NONE; id !== NONE; id = this.next[id] ?? NONE) each(id);
  }

  /** Fills an empty index; sorted only after `ordering`. */
  take(id: number, cell: number, createdAt: number, msrp: number) {
    if (id >= this.capacity) this.reserve(id + 1);
    this.write(id, cell, createdAt, msrp);
  }

  *ordering(): Generator<void, void> {
    const ids = new Int32Array(this.counts.reduce((total, count) => total + count, 0));
    let size = 0;
    for (let id = 0; id < this.capacity; id++) if (this.cells[id] !== NOT_LISTED) ids[size++] = id;
    yield* this.oldestFirst.filling(ids);
    yield* this.cheapestFirst.filling(ids);
  }

  apply(changed: readonly Listing[]) {
    if (changed.length === 0) return;
    this.note(changed.map(({ id }) => id));
    this.reserve(changed.reduce((most, { id }) => Math.max(most, id), 0) + 1);
    const cellsBefore = changed.map(({ id }) => this.cellOf(id));
    const moved = {
      created: changed.filter((listing) => this.moves(listing, this.createdAtOf, listing.createdAt)),
      msrp: changed.filter((listing) => this.moves(listing, this.msrpOf, listing.msrp)),
    };
    const listed = (listings: readonly Listing[]) =>
      listings.map(({ id }) => id).filter((id) => this.cellOf(id) !== NOT_LISTED);
    this.oldestFirst.remove(listed(moved.created));
    this.cheapestFirst.remove(listed(moved.msrp));
    for (const { id, cell, createdAt, msrp } of changed) this.write(id, cell, createdAt, msrp);
    this.oldestFirst.insert(listed(moved.created));
    this.cheapestFirst.insert(listed(moved.msrp));
    const recelled = listed(changed.filter(({ id }, at) => cellsBefore[at] !== this.cellOf(id)));
    this.oldestFirst.touch(recelled);
    this.cheapestFirst.touch(recelled);
  }

  changedSince(version: number): ReadonlySet<number> | null {
    const missing = this.version - version;
    if (missing > this.journal.length) return null;
    return new Set(missing === 0 ? [] : this.journal.slice(-missing).flat());
  }

  private note(ids: readonly number[]) {
    this.version += 1;
    this.journal.push(ids);
    this.journaled += ids.length;
    while (this.journal.length > MAX_VERSIONS || this.journaled > MAX_NOTED)
      this.journaled -= this.journal.shift()?.length ?? 0;
  }

  private moves({ id, cell }: Listing, keyOf: (id: number) => number, key: number) {
    const was = this.cellOf(id) !== NOT_LISTED;
    const is = cell !== NOT_LISTED;
    return was !== is || (is && keyOf(id) !== key);
  }

  private write(id: number, cell: number, createdAt: number, msrp: number) {
    const old = this.cellOf(id);
    if (old !== cell) {
      if (old !== NOT_LISTED) this.leave(id, old);
      if (cell !== NOT_LISTED) this.enter(id, cell);
      this.cells[id] = cell;
    }
    this.createdAt[id] = createdAt;
    if (msrp > MAX_IN_32_BITS && this.msrp instanceof Uint32Array) this.msrp = Float64Array.from(this.msrp);
    this.msrp[id] = msrp;
  }

  private leave(id: number, cell: number) {
    const next = this.next[id] ?? NONE;
    const previous = this.previous[id] ?? NONE;
    if (previous === NONE) this.heads[cell] = next;
    else this.next[previous] = next;
    if (next !== NONE) this.previous[next] = previous;
    this.counts[cell] = (this.counts[cell] ?? 0) - 1;
  }

  private enter(id: number, cell: number) {
    const head = this.heads[cell] ?? NONE;
    this.next[id] = head;
    this.previous[id] = NONE;
    if (head !== NONE) this.previous[head] = id;
    this.heads[cell] = id;
    this.counts[cell] = (this.counts[cell] ?? 0) + 1;
  }

  reserve(capacity: number) {
    if (capacity <= this.capacity) return;
    const room = Math.ceil(capacity * SLACK);
    const unlisted = this.capacity;
    this.cells = enlarged(new Int16Array(room), this.cells).fill(NOT_LISTED, unlisted);
    this.createdAt = enlarged(new Float64Array(room), this.createdAt);
    this.msrp = enlarged(
      this.msrp instanceof Uint32Array ? new Uint32Array(room) : new Float64Array(room),
      this.msrp,
    );
    this.next = enlarged(new Int32Array(room), this.next);
    this.previous = enlarged(new Int32Array(room), this.previous);
  }
}

function enlarged<Column extends Int16Array | Int32Array | Uint32Array | Float64Array>(
  room: Column,
  from: Column,
): Column {
  room.set(from);
  return room;
}
