import { FACET_COMBINATIONS } from './facets';

const MAX_IN_32_BITS = 2 ** 32 - 1;

/** Whole amounts by id. Widened to 64 bits by the first one above 32, such as a price above $42,949,672.95. */
export class Amounts {
  private values: Uint32Array | Float64Array = new Uint32Array(0);

  readonly of = (id: number) => this.values[id] ?? 0;

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
