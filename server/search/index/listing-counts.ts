import { categoryCount, categoryOf, FACET_COMBINATIONS } from './cells';
import { KINDS, type KindFilter } from './conditions-and-regions';

/** How many listings each cell has, and how many of each kind. */
export class ListingCounts {
  private readonly rows = new Int32Array(FACET_COMBINATIONS).fill(-1);
  /** By row: only cells that have had a listing have one. */
  private readonly cells: number[] = [];
  private readonly totals: number[] = [];
  private inKinds = new Int32Array(KINDS);

  get byteLength() {
    return this.rows.byteLength + this.inKinds.byteLength;
  }

  get size() {
    return this.totals.reduce((sum, count) => sum + count, 0);
  }

  add(cell: number, kind: number, more: 1 | -1) {
    if (this.rows[cell] === -1) this.addRow(cell);
    const row = this.rows[cell] as number;
    this.totals[row] = (this.totals[row] as number) + more;
    this.inKinds[row * KINDS + kind] = (this.inKinds[row * KINDS + kind] as number) + more;
  }

  private addRow(cell: number) {
    this.rows[cell] = this.cells.push(cell) - 1;
    this.totals.push(0);
    if (this.cells.length * KINDS <= this.inKinds.length) return;
    const larger = new Int32Array(this.inKinds.length * 2);
    larger.set(this.inKinds);
    this.inKinds = larger;
  }

  cellsIn(passing: Uint8Array): number[] {
    return this.cells.filter((cell, row) => passing[cell] === 1 && this.totals[row] !== 0);
  }

  byCategory(passing: Uint8Array, filter: KindFilter | null): Int32Array {
    const counts = new Int32Array(categoryCount);
    for (let row = 0; row < this.cells.length; row++) {
      const cell = this.cells[row] as number;
      if (passing[cell] !== 1) continue;
      let count = filter ? 0 : (this.totals[row] as number);
      if (filter) for (const kind of filter.kinds) count += this.inKinds[row * KINDS + kind] as number;
      counts[categoryOf(cell)] = (counts[categoryOf(cell)] as number) + count;
    }
    return counts;
  }

  byKind(passing: Uint8Array): Int32Array {
    const counts = new Int32Array(KINDS);
    for (let row = 0; row < this.cells.length; row++) {
      if (passing[this.cells[row] as number] !== 1) continue;
      for (let kind = 0; kind < KINDS; kind++)
        counts[kind] = (counts[kind] as number) + (this.inKinds[row * KINDS + kind] as number);
    }
    return counts;
  }
}
