import {
  type ConditionFacet,
  conditionFacets,
  type FacetCounts,
  type RegionFacet,
  regionFacets,
} from '../contract';
import { Bitmap } from './columns';
import { KINDS, type KindFilter, type ValueCounts, valueCounts } from './conditions-and-regions';
import { categoryOf, FACET_COMBINATIONS, noCounts } from './facets';
import { type ListingIndex, NOT_LISTED } from './listing-index';
import type { Matches, Test } from './match';
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

/** `ofAnyKind` are the matches without conditions and regions, `filter` is theirs. */
export const facetCounts = (
  index: ListingIndex,
  ofAnyKind: Matches,
  filter: KindFilter | null,
): FacetCounts =>
  facetsByName(
    filter ? valueCounts(countsByKind(index, ofAnyKind), filter) : countsWithout(index, ofAnyKind),
  );

export function facetsByName([conditions, regions]: ValueCounts): FacetCounts {
  const byName = (names: object, counts: Int32Array) =>
    Object.fromEntries(Object.keys(names).map((name, at) => [name, counts[at] ?? 0]));
  return {
    condition_counts: byName(conditionFacets, conditions) as Record<ConditionFacet, number>,
    region_counts: byName(regionFacets, regions) as Record<RegionFacet, number>,
  };
}

/** Without conditions and regions the kept counts do, unless a text or tags choose single products. */
function countsWithout(index: ListingIndex, matches: Matches): ValueCounts {
  const { within, cells } = matches.test;
  if (within || !cells || matches.extras.size > 0) return valueCounts(countsByKind(index, matches), null);
  return index.memos.valueCounts(cells, [index.version], () => index.kinds.countsIn(cells));
}

function countsByKind(index: ListingIndex, { test, extras, each }: Matches): Int32Array {
  const counts = new Int32Array(KINDS);
  const count = (id: number) => {
    const kind = index.kinds.of(id);
    counts[kind] = (counts[kind] as number) + 1;
  };
  const { cells } = test;
  if (!cells) each(count);
  else {
    const inCells = index.memos.countsByKind(cells, [index.version, test.within], () =>
      countsInCells(index, test, cells),
    );
    counts.set(inCells);
    extras.forEach(count);
  }
  return counts;
}

/** One pass over all listings, or over the bitmap: a million take about 3 ms. */
function countsInCells(index: ListingIndex, { within }: Test, cells: Uint8Array): Int32Array {
  const counts = new Int32Array(KINDS);
  const { cellsById } = index;
  const { byId } = index.kinds;
  const count = (id: number) => {
    const cell = cellsById[id] as number;
    if (cell === NOT_LISTED || cells[cell] !== 1) return;
    const kind = byId[id] as number;
    counts[kind] = (counts[kind] as number) + 1;
  };
  if (within) within.each(count);
  else for (let id = 0; id < cellsById.length; id++) count(id);
  return counts;
}
