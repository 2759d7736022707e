import { createLru } from '../../cache/caches';
import { conditionFacets, regionFacets, type SearchQuery } from '../contract';
import { Bitmap } from './columns';
import { FACET_COMBINATIONS } from './facets';

// A kind is condition × 7 + region, as in SQL's listings_v2.
const conditions = Object.keys(conditionFacets);
const regions = Object.keys(regionFacets);
const CONDITIONS = conditions.length;
export const REGIONS = regions.length;
export const KINDS = CONDITIONS * REGIONS;
const VALUES = CONDITIONS + REGIONS;

const conditionOf = (kind: number) => Math.floor(kind / REGIONS);
const regionOf = (kind: number) => CONDITIONS + (kind % REGIONS);

const traits = Int32Array.from(
  { length: KINDS },
  (_none, kind) => (1 << conditionOf(kind)) | (1 << regionOf(kind)),
);

export const kindBits = (kind: number): number => traits[kind] ?? 0;

const ANY = -1;

export interface KindFilter {
  readonly conditions: readonly number[];
  readonly regions: readonly number[];
  /** Of each group; all bits where nothing is asked. A block of ids that shares none with one of them has no match. */
  readonly bits: readonly [conditions: number, regions: number];
  readonly passing: Uint8Array;
}

const bitsOf = (values: readonly number[]) =>
  values.length === 0 ? ANY : values.reduce((bits, value) => bits | (1 << value), 0);

function kindFilter(condition: readonly string[], region: readonly string[]): KindFilter {
  const wanted = condition.map((value) => conditions.indexOf(value));
  const origins = region.map((value) => CONDITIONS + regions.indexOf(value));
  const bits = [bitsOf(wanted), bitsOf(origins)] as const;
  const passing = Uint8Array.from({ length: KINDS }, (_none, kind) =>
    bits.every((group) => (group & kindBits(kind)) !== 0) ? 1 : 0,
  );
  return { conditions: wanted, regions: origins, bits, passing };
}

const MAX_FILTERS = 64;

/** The identical object while cached; null where nothing is asked. */
export function kindFilters() {
  const filters = createLru<string, KindFilter>({ max: MAX_FILTERS });
  return ({ condition, shipFromRegion }: SearchQuery['filters']): KindFilter | null => {
    if (!condition?.length && !shipFromRegion?.length) return null;
    const [wanted, origins] = [[...new Set(condition)].sort(), [...new Set(shipFromRegion)].sort()];
    const key = `${wanted} from ${origins}`;
    const filter = filters.get(key) ?? kindFilter(wanted, origins);
    filters.set(key, filter);
    return filter;
  };
}

export type ValueCounts = readonly [conditions: Int32Array, regions: Int32Array];

const split = (counts: Int32Array): ValueCounts => [
  counts.subarray(0, CONDITIONS),
  counts.subarray(CONDITIONS),
];

/** Each group's values under the other group's filter. */
export function valueCounts(byKind: Int32Array, filter: KindFilter | null): ValueCounts {
  const [wanted, origins] = filter?.bits ?? [ANY, ANY];
  const counts = new Int32Array(VALUES);
  byKind.forEach((count, kind) => {
    const [condition, region] = [conditionOf(kind), regionOf(kind)];
    if ((origins >>> region) & 1) counts[condition] = (counts[condition] ?? 0) + count;
    if ((wanted >>> condition) & 1) counts[region] = (counts[region] ?? 0) + count;
  });
  return split(counts);
}

/** The kind of each listing, with a bitmap for each value and counts for each value and cell. */
export class Kinds {
  private kinds: Uint8Array = new Uint8Array(0);
  private readonly bitmaps: Uint32Array[] = Array.from({ length: VALUES }, () => new Uint32Array(0));
  private readonly counts = Array.from({ length: VALUES }, () => new Int32Array(FACET_COMBINATIONS));

  readonly of = (id: number) => this.kinds[id] ?? 0;

  /** Valid until the next change. */
  get byId(): Uint8Array {
    return this.kinds;
  }

  reserve(room: number) {
    const larger = new Uint8Array(room);
    larger.set(this.kinds);
    this.kinds = larger;
    for (const [value, bits] of this.bitmaps.entries()) {
      const { bits: enlarged } = Bitmap.empty(room);
      enlarged.set(bits);
      this.bitmaps[value] = enlarged;
    }
  }

  enter(id: number, cell: number, kind: number) {
    this.kinds[id] = kind;
    this.put(id, cell, conditionOf(kind), 1);
    this.put(id, cell, regionOf(kind), 1);
  }

  leave(id: number, cell: number) {
    const kind = this.of(id);
    this.put(id, cell, conditionOf(kind), -1);
    this.put(id, cell, regionOf(kind), -1);
  }

  private put(id: number, cell: number, value: number, by: 1 | -1) {
    const [bits, counts] = [this.bitmaps[value] as Uint32Array, this.counts[value] as Int32Array];
    const [word, bit] = [id >>> 5, 1 << (id & 31)];
    bits[word] = by === 1 ? (bits[word] as number) | bit : (bits[word] as number) & ~bit;
    counts[cell] = (counts[cell] as number) + by;
  }

  /** The ids that pass. With one group, its counts are sums of those kept. Valid until the next change. */
  bitmapOf({ conditions, regions }: KindFilter): { bits: Uint32Array; counts: Int32Array | null } {
    if (conditions.length > 0 && regions.length > 0)
      return { bits: intersection(this.unionOf(conditions), this.unionOf(regions)), counts: null };
    const values = [...conditions, ...regions];
    return {
      bits: this.unionOf(values),
      counts: added(values.map((value) => this.counts[value] as Int32Array)),
    };
  }

  private unionOf(values: readonly number[]): Uint32Array {
    const [first, ...others] = values.map((value) => this.bitmaps[value] as Uint32Array);
    if (!first || others.length === 0) return first ?? new Uint32Array(0);
    const all = first.slice();
    for (const bits of others)
      for (let word = 0; word < all.length; word++)
        all[word] = (all[word] as number) | (bits[word] as number);
    return all;
  }

  countsIn(cells: Uint8Array): ValueCounts {
    const sums = this.counts.map((counts) => {
      let sum = 0;
      for (let cell = 0; cell < FACET_COMBINATIONS; cell++)
        if (cells[cell] === 1) sum += counts[cell] as number;
      return sum;
    });
    return split(Int32Array.from(sums));
  }
}

function added(columns: readonly Int32Array[]): Int32Array {
  const [first, ...others] = columns;
  if (!first || others.length === 0) return first ?? new Int32Array(0);
  const all = first.slice();
  for (const counts of others)
    for (let cell = 0; cell < all.length; cell++)
      all[cell] = (all[cell] as number) + (counts[cell] as number);
  return all;
}

/** Bits beyond the shorter one are none. */
export function intersection(one: Uint32Array, other: Uint32Array): Uint32Array {
  const both = one.slice(0, Math.min(one.length, other.length));
  for (let word = 0; word < both.length; word++)
    both[word] = (both[word] as number) & (other[word] as number);
  return both;
}
