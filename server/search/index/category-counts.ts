import { categoryOf, FACET_COMBINATIONS, noCounts } from './facets';
import { Bitmap } from './id-collection';
import { type ListingIndex, NOT_LISTED } from './listing-index';
import type { Curated } from './match-caches';

export const isIn = (index: ListingIndex, cells: Uint8Array, id: number) => {
  const cell = index.cellOf(id);
  return cell !== NOT_LISTED && cells[cell] === 1;
};

export function countsOf(index: ListingIndex, ids: Int32Array) {
  const counts = noCounts();
  for (const id of ids) add(counts, index.cellOf(id), 1);
  return counts;
}

export const countsIn = (index: ListingIndex, cells: Uint8Array): Int32Array =>
  index.memos.counts(cells, [index.version], () => summed(index.counts, cells));

/** Like `countsIn`, of the ids in the bitmap alone. */
export const sumsIn = (index: ListingIndex, within: Bitmap, cells: Uint8Array): Int32Array => {
  const sums = index.memos.sums(within, [index.version], () => new Map());
  const known = sums.get(cells) ?? summed(within.countsIn(index), cells);
  sums.set(cells, known);
  return known;
};

function summed(inCells: Int32Array, cells: Uint8Array): Int32Array {
  const counts = noCounts();
  for (let cell = 0; cell < FACET_COMBINATIONS; cell++) {
    const n = inCells[cell];
    if (n && cells[cell]) add(counts, cell, n);
  }
  return counts;
}

function add(counts: Int32Array, cell: number, n: number) {
  const category = categoryOf(cell);
  counts[category] = (counts[category] ?? 0) + n;
}

/** Adds the products that staff tagged into a category other than their own. */
export function addCurated(
  counts: Int32Array,
  index: ListingIndex,
  curated: Curated,
  isCounted: (id: number) => boolean,
) {
  curated.forEach((ids, category) => {
    for (const id of ids) {
      const cell = index.cellOf(id);
      if (cell !== NOT_LISTED && categoryOf(cell) !== category && isCounted(id))
        counts[category] = (counts[category] ?? 0) + 1;
    }
  });
}

interface Tags {
  readonly staffTagged: Int32Array | null;
  readonly curated: Curated;
}

export const categoryCountsIn = (
  index: ListingIndex,
  within: Bitmap | null,
  cells: Uint8Array,
  tags: Tags,
): Int32Array =>
  within || tags.staffTagged
    ? countCategories(index, within, cells, tags)
    : index.memos.curatedCounts(cells, [index.version, tags.curated], () =>
        countCategories(index, null, cells, tags),
      );

function countCategories(
  index: ListingIndex,
  within: Bitmap | null,
  cells: Uint8Array,
  { staffTagged, curated }: Tags,
): Int32Array {
  const ofStaff = staffTagged && Bitmap.of(staffTagged, index.capacity);
  const isCounted = (id: number) =>
    isIn(index, cells, id) && (!within || within.has(id)) && (!ofStaff || ofStaff.has(id));
  const counts = staffTagged
    ? countsOf(index, staffTagged.filter(isCounted))
    : Int32Array.from(within ? sumsIn(index, within, cells) : countsIn(index, cells));
  addCurated(counts, index, curated, isCounted);
  return counts;
}
