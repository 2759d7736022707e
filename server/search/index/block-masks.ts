import { memoByVersion } from '../../cache/versioned';
import { FACET_COMBINATIONS } from './facets';

/**
 * The digits of a cell as 32 bits, one group per digit. Packaging is left out: it is evenly spread and would skip
 * no block.
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

/** One mask per group. A block that shares no bit with one of them has no match. */
function blockFilter(cells: Uint8Array): readonly number[] {
  let bits = 0;
  for (let cell = 0; cell < FACET_COMBINATIONS; cell++) if (cells[cell]) bits |= traits[cell] ?? 0;
  return GROUPS.map(({ values, shift }) => bits & (((1 << values) - 1) << shift));
}

/** Caches the filters by the identity of the mask. */
export function blockFilters() {
  const filters = memoByVersion<Uint8Array, readonly number[]>();
  return (cells: Uint8Array) => filters(cells, [], () => blockFilter(cells));
}
