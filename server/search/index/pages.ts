import type { Sort } from '../contract';
import type { ListingIndex } from './listing-index';
import type { Matches, Test } from './match';
import { BLOCK, type SortedIds } from './sorted-ids';

export type Start = { readonly offset: number } | { readonly key: number; readonly id: number };

/** Above this length, sorting everything is cheaper than insertion. */
const LONG_HEAD = 512;

interface Order {
  readonly ids: SortedIds;
  readonly keyOf: (id: number) => number;
  /** 1 ascending, -1 descending; ids break ties in the same direction. */
  readonly direction: 1 | -1;
}

export const SORT_ORDERS: Record<Sort, readonly [column: keyof ListingIndex['orders'], direction: 1 | -1]> = {
  newest: ['createdAt', -1],
  msrp_cents_asc: ['msrp', 1],
  msrp_cents_desc: ['msrp', -1],
  percent_off_msrp_desc: ['percentOff', -1],
  seller_price_cents_asc: ['price', 1],
  seller_price_cents_desc: ['price', -1],
};

export function orderOf(index: ListingIndex, sort: Sort): Order {
  const [column, direction] = SORT_ORDERS[sort];
  return { ...index.orders[column], direction };
}

export function selectPage(
  index: ListingIndex,
  matches: Matches,
  sort: Sort,
  start: Start,
  most: number,
): number[] {
  const order = orderOf(index, sort);
  const remaining = 'offset' in start ? matches.count - start.offset : matches.count;
  if (remaining <= 0) return [];
  if (matches.count === order.ids.size) return slice(order, start, most);
  return stepsAlong(order, matches, start, most) <= stepsGathering(matches, start, most)
    ? walk(index, order, matches, start, most)
    : gather(order, matches, start, most);
}

function stepsAlong({ ids }: Order, { count }: Matches, start: Start, most: number) {
  const skipped = 'offset' in start ? Math.min(start.offset, count - start.offset) : 0;
  return Math.min(ids.size, ((skipped + most) * ids.size) / count);
}

/** In the same unit: visits every cell and match, then inserts into a short head or sorts all. */
function stepsGathering({ count, looks }: Matches, start: Start, most: number) {
  const head = most + ('offset' in start ? start.offset : 0);
  return 10_000 + looks * 5 + (head > LONG_HEAD ? count * 8 * Math.log2(count + 1) : 0);
}

function slice({ ids, direction }: Order, start: Start, most: number) {
  const first = 'offset' in start ? start.offset : passed({ ids, direction }, start);
  const length = Math.min(most, ids.size - first);
  return Array.from({ length }, (_none, n) => ids.at(direction === 1 ? first + n : ids.size - 1 - first - n));
}

function passed(
  { ids, direction }: Pick<Order, 'ids' | 'direction'>,
  { key, id }: { key: number; id: number },
) {
  return direction === 1 ? ids.rank(key, id + 1) : ids.size - ids.rank(key, id);
}

function walk(index: ListingIndex, order: Order, matches: Matches, start: Start, most: number): number[] {
  const { ids, direction } = order;
  const look = (way: 1 | -1, passed: number, skip: number, length: number) =>
    way === 1
      ? scanSorted(index, ids, matches.test, passed, ids.size, skip, length)
      : scanSorted(index, ids, matches.test, ids.size - 1 - passed, -1, skip, length);
  if (!('offset' in start)) return look(direction, passed(order, start), 0, most);
  const length = Math.min(most, matches.count - start.offset);
  const behind = matches.count - start.offset - length;
  if (start.offset <= behind) return look(direction, 0, start.offset, length);
  return look(direction === 1 ? -1 : 1, 0, behind, length).reverse();
}

function gather({ keyOf, direction }: Order, matches: Matches, start: Start, most: number): number[] {
  const compare = (a: number, b: number) => (keyOf(a) - keyOf(b) || a - b) * direction;
  const after = (id: number) => 'offset' in start || (keyOf(id) - start.key || id - start.id) * direction > 0;
  const offset = 'offset' in start ? start.offset : 0;
  const ids: number[] = [];
  if (offset + most > LONG_HEAD) {
    matches.each((id) => {
      if (after(id)) ids.push(id);
    });
    return ids.sort(compare).slice(offset, offset + most);
  }
  const length = offset + most;
  matches.each((id) => {
    const last = ids[length - 1];
    if (!after(id) || (last !== undefined && compare(id, last) > 0)) return;
    let place = Math.min(ids.length, length - 1);
    for (
      let previous = ids[place - 1];
      previous !== undefined && compare(id, previous) < 0;
      previous = ids[place - 1]
    ) {
      ids[place] = previous;
      place -= 1;
    }
    ids[place] = id;
  });
  return ids.slice(offset);
}

/** Scans places `from` (inclusive) to `to` (exclusive), either way: the innermost loop of a search. */
export function scanSorted(
  index: ListingIndex,
  ids: SortedIds,
  { within, cells, extras, kinds }: Test,
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
  // Extras may be in any block, unless conditions or regions are asked for.
  const wanted = cells && !extras ? index.memos.blockFilter(cells) : [];
  const summaries = (cells && !extras) || kinds ? ids.summaries() : null;
  const counts = skip > BLOCK && cells && !within && !extras ? countsByBlock(index, ids, cells) : null;
  let toSkip = skip;
  let position = from;
  while (direction === 1 ? position < to : position > to) {
    const block = Math.floor(position / BLOCK);
    const end = direction === 1 ? Math.min((block + 1) * BLOCK, to) : Math.max(block * BLOCK - 1, to);
    if (
      summaries &&
      !(holds(summaries[2 * block] ?? 0, wanted) && holds(summaries[2 * block + 1] ?? 0, kinds?.bits ?? []))
    ) {
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

/** Matches per block, filled by scans since the last change. */
const countsByBlock = ({ version }: ListingIndex, ids: SortedIds, cells: Uint8Array): Int16Array =>
  ids.blockCounts(cells, [version], () => new Int16Array(Math.ceil(ids.size / BLOCK)).fill(UNKNOWN));

const holds = (summary: number, wanted: readonly number[]) =>
  wanted.every((traits) => (summary & traits) !== 0);
