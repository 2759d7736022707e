import { KINDS } from '../index/conditions-and-regions';
import { categoryCount, FACET_COMBINATIONS, STEPS, stepLimits, UNIT } from '../index/facets';
import type { ParsedQuery } from '../query';

// A row of listing_counts for each combination of steps and packaging: a cell without its category.
export const ROWS = FACET_COMBINATIONS / categoryCount;
/** The counts of a row: category × KINDS + kind. */
const WIDTH = categoryCount * KINDS;

const DELTA_BYTES = 8;
/** SQL: deltas packed for `cumulate`. */
export const PACKED = `string_agg(int2send(cell) || int2send(kind::smallint) || int4send(n::integer), ''::bytea)`;

/** A step, and whether what passes it ends or begins with it. */
const DIMENSIONS = [
  { unit: UNIT.msrp, isSuffix: false },
  { unit: UNIT.price, isSuffix: false },
  { unit: UNIT.percent, isSuffix: false },
  { unit: UNIT.units, isSuffix: true },
].map(({ unit, isSuffix }) => ({ unit: unit / categoryCount, isSuffix }));

const digitOf = (row: number, unit: number) => Math.floor(row / unit) % STEPS;

/** Rows in the order in which each may be added to the next. */
function accumulate(counts: Int32Array, unit: number, isSuffix: boolean) {
  for (let at = 0; at < ROWS; at++) {
    const row = isSuffix ? ROWS - 1 - at : at;
    const digit = digitOf(row, unit);
    if (digit === (isSuffix ? STEPS - 1 : 0)) continue;
    const from = (row + (isSuffix ? unit : -unit)) * WIDTH;
    const to = row * WIDTH;
    for (let n = 0; n < WIDTH; n++)
      counts[to + n] = (counts[to + n] as number) + (counts[from + n] as number);
  }
}

export function cumulate(packed: Buffer | null): Int32Array {
  const counts = new Int32Array(ROWS * WIDTH);
  for (let at = 0; packed && at < packed.length; at += DELTA_BYTES) {
    const [cell, kind, n] = [packed.readInt16BE(at), packed.readInt16BE(at + 2), packed.readInt32BE(at + 4)];
    const index = Math.floor(cell / categoryCount) * WIDTH + (cell % categoryCount) * KINDS + kind;
    counts[index] = (counts[index] as number) + n;
  }
  for (const { unit, isSuffix } of DIMENSIONS) accumulate(counts, unit, isSuffix);
  return counts;
}

export const rowOf = (counts: Int32Array, row: number) => counts.subarray(row * WIDTH, (row + 1) * WIDTH);

/** The rows that add up to what passes the steps and the packaging. */
export function rowsFor({ query }: ParsedQuery): number[] {
  const { msrpEnd, priceEnd, percentEnd, unitsStart, packaging } = stepLimits(query.filters);
  const cell =
    UNIT.msrp * (msrpEnd - 1) +
    UNIT.price * (priceEnd - 1) +
    UNIT.percent * (percentEnd - 1) +
    UNIT.units * unitsStart;
  const packagings = Array.from({ length: UNIT.units / UNIT.packaging }, (_none, at) => at);
  return packagings
    .filter((at) => packaging === null || packaging === at)
    .map((at) => cell / categoryCount + at);
}
