import { type CategoryLabel, categoryLabels } from '../../contract/categories';
import type { CategoryCounts, ConditionFacet, FacetCounts, RegionFacet } from '../contract';
import { type CellFilter, categoryCount, categoryIndex, categoryOf } from './cells';
import {
  ANY,
  CONDITIONS,
  conditionOf,
  conditions,
  KINDS,
  type KindFilter,
  kindBits,
  REGIONS,
  regionOf,
  regions,
} from './conditions-and-regions';
import type { IdCollection } from './id-collection';
import type { ListingIndex } from './listing-index';
import type { Found } from './match';

const labels = Object.values(categoryLabels) as CategoryLabel[];

const byName = (names: readonly string[], counts: Int32Array) =>
  Object.fromEntries(names.map((name, at) => [name, counts[at] ?? 0]));

export const countsByLabel = (counts: Int32Array): CategoryCounts => byName(labels, counts) as CategoryCounts;

/** Each group's values under the other group's filter. */
export function facetCounts(byKind: Int32Array, filter: KindFilter | null): FacetCounts {
  const [wanted, origins] = filter?.bits ?? [ANY, ANY];
  const inConditions = new Int32Array(CONDITIONS);
  const inRegions = new Int32Array(REGIONS);
  byKind.forEach((count, kind) => {
    const [condition, region, bits] = [conditionOf(kind), regionOf(kind), kindBits(kind)];
    if ((bits & origins) !== 0) inConditions[condition] = (inConditions[condition] ?? 0) + count;
    if ((bits & wanted) !== 0) inRegions[region] = (inRegions[region] ?? 0) + count;
  });
  return {
    condition_counts: byName(conditions, inConditions) as Record<ConditionFacet, number>,
    region_counts: byName(regions, inRegions) as Record<RegionFacet, number>,
  };
}

interface CountedFilter {
  /** Of all categories. */
  readonly steps: CellFilter;
  readonly kinds: KindFilter | null;
  readonly isOfKind: (id: number) => boolean;
}

/** By category, with what staff tagged into others than their own, under all filters but that of the category. */
export function countsIn(
  listings: ListingIndex,
  within: IdCollection | null,
  { steps, kinds, isOfKind }: CountedFilter,
  { curated }: Found,
) {
  const byOwn = within
    ? tally(listings, within, steps, kinds).byCategory
    : listings.countsFor(steps).byCategory(steps.passing, kinds);
  const categoryCounts = byOwn.map((count, category) => {
    const isAdded = (id: number) => {
      const cell = listings.cellOf(id);
      return (
        steps.passing[cell] === 1 &&
        categoryOf(cell) !== category &&
        isOfKind(id) &&
        (!within || within.has(id))
      );
    };
    return count + (curated[category]?.filter(isAdded).length ?? 0);
  });
  const own = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (byOwn[categoryIndex(name)] ?? 0), 0);
  return { categoryCounts, own };
}

export function countKinds(
  listings: ListingIndex,
  within: IdCollection | null,
  cells: CellFilter,
  added: readonly number[],
) {
  const counts = within
    ? tally(listings, within, cells, null).byKind
    : listings.countsFor(cells).byKind(cells.passing);
  for (const id of added) counts[listings.kindOf(id)] = (counts[listings.kindOf(id)] ?? 0) + 1;
  return counts;
}

function tally(listings: ListingIndex, ids: IdCollection, { passing }: CellFilter, kinds: KindFilter | null) {
  const [byCategory, byKind] = [new Int32Array(categoryCount), new Int32Array(KINDS)];
  const { cells, kinds: kindsById } = listings.columns;
  const isOfKind = kinds ? kinds.passing : null;
  ids.forEach((id) => {
    const cell = cells[id] as number;
    const kind = kindsById[id] as number;
    if (passing[cell] !== 1 || (isOfKind !== null && isOfKind[kind] !== 1)) return;
    const category = categoryOf(cell);
    byCategory[category] = (byCategory[category] as number) + 1;
    byKind[kind] = (byKind[kind] as number) + 1;
  });
  return { byCategory, byKind };
}
