import { createLru, memoByVersion, type Versioned } from '../../cache/caches';
import { Amounts, Bitmap, CellLists, enlarged, type Listing } from './columns';
import { type KindFilter, Kinds, kindBits, kindFilters, type ValueCounts } from './conditions-and-regions';
import { blockFilters, facetBits, facetMasks } from './facets';
import type { Matches } from './match';
import { SortedIds } from './sorted-ids';

const SLACK = 1.06;
const MAX_LISTS = 16;

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
  kindFilter: kindFilters(),
  kindBitmap: memoByVersion<KindFilter, Bitmap>(),
  /** By the bitmap that a text matched. */
  inKinds: memoByVersion<Bitmap, Bitmap>(),
  sums: memoByVersion<Bitmap, Map<Uint8Array, Int32Array>>(),
  countsByKind: memoByVersion<Uint8Array, Int32Array>(),
  valueCounts: memoByVersion<Uint8Array, ValueCounts>(),
});

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

/** All listed products in numeric columns, about 45 bytes each. Exact as of the last `apply`. */
export class ListingIndex {
  private cells: Int16Array = new Int16Array(0);
  private createdAt = new Float64Array(0);
  private readonly msrp = new Amounts();
  private readonly price = new Amounts();
  private percentOff: Int8Array = new Int8Array(0);
  readonly kinds = new Kinds();
  readonly cellLists = new CellLists();

  readonly counts = this.cellLists.counts;
  readonly memos = createMemos();
  readonly journal = new ChangeJournal();
  tagsVersion = 0;

  readonly createdAtOf = (id: number) => this.createdAt[id] ?? 0;
  private readonly percentOffOf = (id: number) => this.percentOff[id] ?? 0;
  private readonly bits = {
    facets: (id: number) => facetBits(this.cells[id] ?? NOT_LISTED),
    kinds: (id: number) => kindBits(this.kinds.of(id)),
  };
  private readonly sorted = (keyOf: (id: number) => number) => ({
    keyOf,
    ids: new SortedIds(keyOf, this.bits),
  });
  readonly orders = {
    createdAt: this.sorted(this.createdAtOf),
    msrp: this.sorted(this.msrp.of),
    price: this.sorted(this.price.of),
    percentOff: this.sorted(this.percentOffOf),
  };

  get version() {
    return this.journal.version;
  }

  get size() {
    return this.orders.createdAt.ids.size;
  }

  /** One more than the greatest valid id. */
  get capacity() {
    return this.cells.length;
  }

  /** Of the columns; the caches of matches come on top. */
  get bytes(): number {
    const columns = [this.cells, this.createdAt, this.percentOff, this.msrp, this.price, this.cellLists];
    const orders = Object.values(this.orders).map(({ ids }) => ids.byteLength);
    return [...columns.map(({ byteLength }) => byteLength), ...orders].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Valid until the next change. */
  get cellsById(): Int16Array {
    return this.cells;
  }

  cellOf(id: number): number {
    return this.cells[id] ?? NOT_LISTED;
  }

  kindBitmap(filter: KindFilter): Bitmap {
    return this.memos.kindBitmap(filter, [this.version], () => {
      const { bits, counts } = this.kinds.bitmapOf(filter);
      return counts ? Bitmap.counted(bits, this, counts) : new Bitmap(bits);
    });
  }

  /** Fills an empty index; sorted only after `ordering`. */
  take(listing: Listing) {
    if (listing.id >= this.capacity) this.reserve(listing.id + 1);
    this.write(listing);
  }

  *ordering(): Generator<void, void> {
    const ids = new Int32Array(this.counts.reduce((total, count) => total + count, 0));
    let size = 0;
    for (let id = 0; id < this.capacity; id++) if (this.cells[id] !== NOT_LISTED) ids[size++] = id;
    for (const { ids: order } of Object.values(this.orders)) yield* order.filling(ids);
  }

  apply(changed: readonly Listing[]) {
    if (changed.length === 0) return;
    this.journal.note(changed.map(({ id }) => id));
    this.reserve(changed.reduce((most, { id }) => Math.max(most, id), 0) + 1);
    const before = changed.map(({ id }) => [this.cellOf(id), this.kinds.of(id)] as const);
    const listed = (listings: readonly Listing[]) =>
      listings.map(({ id }) => id).filter((id) => this.cellOf(id) !== NOT_LISTED);
    const moves = Object.entries(this.orders).map(([field, { keyOf, ids }]) => {
      const moved = changed.filter((listing) => this.moves(listing, keyOf, listing[field as keyof Listing]));
      return { ids, moved };
    });
    for (const { ids, moved } of moves) ids.remove(listed(moved));
    for (const listing of changed) this.write(listing);
    const refaceted = listed(
      changed.filter(({ cell, kind }, at) => cell !== before[at]?.[0] || kind !== before[at]?.[1]),
    );
    for (const { ids, moved } of moves) {
      ids.insert(listed(moved));
      ids.touch(refaceted);
    }
  }

  private moves({ id, cell }: Listing, keyOf: (id: number) => number, key: number) {
    const was = this.cellOf(id) !== NOT_LISTED;
    const is = cell !== NOT_LISTED;
    return was !== is || (is && keyOf(id) !== key);
  }

  private write({ id, cell, createdAt, msrp, kind, price, percentOff }: Listing) {
    const old = this.cellOf(id);
    if (old !== NOT_LISTED) this.kinds.leave(id, old);
    if (old !== cell) {
      if (old !== NOT_LISTED) this.cellLists.leave(id, old);
      if (cell !== NOT_LISTED) this.cellLists.enter(id, cell);
      this.cells[id] = cell;
    }
    if (cell !== NOT_LISTED) this.kinds.enter(id, cell, kind);
    this.createdAt[id] = createdAt;
    this.msrp.write(id, msrp);
    this.price.write(id, price);
    this.percentOff[id] = percentOff;
  }

  reserve(capacity: number) {
    if (capacity <= this.capacity) return;
    const room = Math.ceil(capacity * SLACK);
    const unlisted = this.capacity;
    this.cells = enlarged(new Int16Array(room), this.cells).fill(NOT_LISTED, unlisted);
    this.createdAt = enlarged(new Float64Array(room), this.createdAt);
    this.percentOff = enlarged(new Int8Array(room), this.percentOff);
    for (const column of [this.msrp, this.price, this.kinds, this.cellLists]) column.reserve(room);
  }
}
