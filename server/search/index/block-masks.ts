import { FACET_COMBINATIONS } from './facets';

/**
 * The numbers of a cell as bits out of 32, one group of bits for each number; the packaging is left out, which is
 * spread evenly anyway. A set of cells that shares no bit of some group with what it is asked for has none of it.
 */
const GROUPS = [
  { values: 8, shift: 0, unit: 1 },
  { values: 6, shift: 8, unit: 24 },
  { values: 6, shift: 14, unit: 144 },
  { values: 6, shift: 20, unit: 864 },
  { values: 6, shift: 26, unit: 5184 },
] as const;

const traits = Int32Array.from({ length: FACET_COMBINATIONS }, (_none, cell) =>
  GROUPS.reduce(
    (bits, { values, shift, unit }) => bits | (1 << (shift + (Math.floor(cell / unit) % values))),
    0,
  ),
);

export const facetBits = (cell: number): number => traits[cell] ?? 0;

const known = new WeakMap<Uint8Array, readonly number[]>();

/** For each group the traits that the cells taken have: what holds none of one of them holds nothing to be taken. */
export function blockFilter(cells: Uint8Array): readonly number[] {
  const before = known.get(cells);
  if (before) return before;
  let bits = 0;
  for (let cell = 0; cell < FACET_COMBINATIONS; cell++) if (cells[cell]) bits |= traits[cell] ?? 0;
  const wanted = GROUPS.map(({ values, shift }) => bits & (((1 << values) - 1) << shift));
  known.set(cells, wanted);
  return wanted;
}
