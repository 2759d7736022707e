import { conditionFacets, regionFacets, type SearchQuery } from '../contract';
import { hasOfEach } from './cells';

// A kind is condition × 7 + region, as in SQL's listings_v2.
export const conditions = Object.keys(conditionFacets);
export const regions = Object.keys(regionFacets);
export const CONDITIONS = conditions.length;
export const REGIONS = regions.length;
export const KINDS = CONDITIONS * REGIONS;

export const conditionOf = (kind: number) => Math.floor(kind / REGIONS);
export const regionOf = (kind: number) => kind % REGIONS;

const conditionBits = (values: readonly number[]) => values.reduce((bits, value) => bits | (1 << value), 0);
const regionBits = (values: readonly number[]) => conditionBits(values) << CONDITIONS;

const traits = Int32Array.from(
  { length: KINDS },
  (_none, kind) => conditionBits([conditionOf(kind)]) | regionBits([regionOf(kind)]),
);

export const kindBits = (kind: number): number => traits[kind] ?? 0;

export const ANY = -1;

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
