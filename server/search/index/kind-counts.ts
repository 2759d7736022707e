import {
  type ConditionFacet,
  conditionFacets,
  type FacetCounts,
  type RegionFacet,
  regionFacets,
  type SearchQuery,
} from '../contract';
import { KINDS, type ValueCounts, valueCounts } from './kinds';
import { type ListingIndex, NOT_LISTED } from './listing-index';
import type { Matches, Test } from './match';
import { type Found, matchesOf } from './matches';

/** Conditions and regions, each counted under all filters but its own. `matches` are those of the query. */
export function facetCounts(
  index: ListingIndex,
  query: SearchQuery,
  found: Found,
  matches: Matches,
): FacetCounts {
  const filter = index.memos.kindFilter(query.filters);
  if (!filter) return named(countsWithout(index, matches));
  const filters = { ...query.filters, condition: undefined, shipFromRegion: undefined };
  const ofAnyKind = matchesOf(index, { ...query, filters }, found);
  return named(valueCounts(countsByKind(index, ofAnyKind), filter));
}

function named([conditions, regions]: ValueCounts): FacetCounts {
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
