import {
  type ConditionFacet,
  conditionFacets,
  type FacetCounts,
  type RegionFacet,
  regionFacets,
  type SearchQuery,
} from '../contract';
import { categoryCount, categoryOf, FACET_COMBINATIONS, hasOfEach } from './facets';

// A kind is condition × 7 + region, as in SQL's listings_v2.
const conditions = Object.keys(conditionFacets);
const regions = Object.keys(regionFacets);
const CONDITIONS = conditions.length;
const REGIONS = regions.length;
export const KINDS = CONDITIONS * REGIONS;

const conditionOf = (kind: number) => Math.floor(kind / REGIONS);
const regionOf = (kind: number) => kind % REGIONS;

const conditionBits = (values: readonly number[]) => values.reduce((bits, value) => bits | (1 << value), 0);
const regionBits = (values: readonly number[]) => conditionBits(values) << CONDITIONS;

const traits = Int32Array.from(
  { length: KINDS },
  (_none, kind) => conditionBits([conditionOf(kind)]) | regionBits([regionOf(kind)]),
);

export const kindBits = (kind: number): number => traits[kind] ?? 0;

const ANY = -1;

export interface KindFilter {
  /** Those that pass, and 1 for each of them. */
  readonly kinds: readonly number[];
  readonly passing: Uint8Array;
  /** Of each group; all where nothing is asked. A block of ids that shares none with one of them has no match. */
  readonly bits: readonly [conditions: number, regions: number];
}

/** Null where nothing is asked. */
export function kindFilter({ condition, shipFromRegion }: SearchQuery['filters']): KindFilter | null {
  if (!condition?.length && !shipFromRegion?.length) return null;
  const bits = [
    condition?.length ? conditionBits(condition.map((value) => conditions.indexOf(value))) : ANY,
    shipFromRegion?.length ? regionBits(shipFromRegion.map((value) => regions.indexOf(value))) : ANY,
  ] as const;
  const passing = Uint8Array.from(traits, (kindBits) => (hasOfEach(kindBits, bits) ? 1 : 0));
  const kinds = [...passing.keys()].filter((kind) => passing[kind] === 1);
  return { kinds, passing, bits };
}

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

const byName = (names: readonly string[], counts: Int32Array) =>
  Object.fromEntries(names.map((name, at) => [name, counts[at] ?? 0]));

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
