import type { ListingIndex } from './listing-index';
import type { Test } from './match';
import { BLOCK, type SortedIds } from './sorted-ids';

/**
 * Returns up to `most` matching ids in the places from `from` (inclusive) to `to` (exclusive), in either direction,
 * after skipping `skip` matches. Skips blocks without a match: the innermost loop of a search.
 */
export function scanSorted(
  index: ListingIndex,
  ids: SortedIds,
  { within, cells, extras }: Test,
  from: number,
  to: number,
  skip: number,
  most: number,
): number[] {
  const page: number[] = [];
  const direction = from < to ? 1 : -1;
  const { places } = ids;
  const { cellsById } = index;
  const withinBits = within ? within.bits : null;
  const extraBits = extras ? extras.bits : null;
  // Extras may be in any block.
  const leaps =
    cells && !extras ? { wanted: index.memos.blockFilter(cells), summaries: ids.summaries() } : null;
  const counts = skip > BLOCK && cells && !within && !extras ? countsByBlock(index, ids, cells) : null;
  let toSkip = skip;
  let position = from;
  while (direction === 1 ? position < to : position > to) {
    const block = Math.floor(position / BLOCK);
    const end = direction === 1 ? Math.min((block + 1) * BLOCK, to) : Math.max(block * BLOCK - 1, to);
    if (leaps && !holds(leaps.summaries[block] ?? 0, leaps.wanted)) {
      position = end;
      continue;
    }
    const isWhole = Math.abs(end - position) === BLOCK;
    const counted = isWhole ? (counts?.[block] ?? UNKNOWN) : UNKNOWN;
    if (counted !== UNKNOWN && counted <= toSkip) {
      toSkip -= counted;
      position = end;
      continue;
    }
    const previousSkip = toSkip;
    for (; position !== end; position += direction) {
      const id = places[position] as number;
      if (withinBits !== null && (((withinBits[id >>> 5] as number) >>> (id & 31)) & 1) === 0) continue;
      if (
        cells !== null &&
        cells[cellsById[id] as number] !== 1 &&
        (extraBits === null || (((extraBits[id >>> 5] as number) >>> (id & 31)) & 1) === 0)
      )
        continue;
      if (toSkip > 0) toSkip -= 1;
      else if (page.push(id) >= most) return page;
    }
    if (counts && isWhole && page.length === 0) counts[block] = previousSkip - toSkip;
  }
  return page;
}

const UNKNOWN = -1;

/** Matches per block of the order, filled by scans since the last change. */
const countsByBlock = ({ version }: ListingIndex, ids: SortedIds, cells: Uint8Array): Int16Array =>
  ids.blockCounts(cells, [version], () => new Int16Array(Math.ceil(ids.size / BLOCK)).fill(UNKNOWN));

const holds = (summary: number, wanted: readonly number[]) =>
  wanted.every((traits) => (summary & traits) !== 0);
