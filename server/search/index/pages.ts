import type { Sort } from '../contract';
import { hasOfEach } from './cells';
import type { ListingIndex } from './listing-index';
import type { Matches } from './match';
import type { SortedIds } from './sorted-ids';

export type Start = { readonly offset: number } | { readonly key: number; readonly id: number };

/** Above this length, sorting everything is cheaper than insertion. */
const LONG_HEAD = 512;

interface Order {
  readonly ids: SortedIds;
  readonly keyOf: (id: number) => number;
  /** 1 ascending, -1 descending; ids break ties in the same direction. */
  readonly direction: 1 | -1;
}

const SORT_ORDERS: Record<Sort, readonly [column: keyof ListingIndex['orders'], direction: 1 | -1]> = {
  newest: ['createdAt', -1],
  msrp_cents_asc: ['msrp', 1],
  msrp_cents_desc: ['msrp', -1],
  percent_off_msrp_desc: ['percentOff', -1],
  seller_price_cents_asc: ['price', 1],
  seller_price_cents_desc: ['price', -1],
};

export function orderOf(listings: ListingIndex, sort: Sort): Order {
  const [column, direction] = SORT_ORDERS[sort];
  return { ...listings.orders[column], direction };
}

export function selectPage(
  listings: ListingIndex,
  matches: Matches,
  sort: Sort,
  start: Start,
  most: number,
): number[] {
  const order = orderOf(listings, sort);
  const remaining = 'offset' in start ? matches.count - start.offset : matches.count;
  if (remaining <= 0) return [];
  if (matches.count === order.ids.size) return slice(order, start, most);
  return stepsAlong(order, matches, start, most) <= stepsGathering(matches, start, most)
    ? walk(listings, order, matches, start, most)
    : pageFrom(order, matches.all(), start, most);
}

function stepsAlong({ ids }: Order, { count }: Matches, start: Start, most: number) {
  const skipped = 'offset' in start ? Math.min(start.offset, count - start.offset) : 0;
  return Math.min(ids.size, ((skipped + most) * ids.size) / count);
}

/** In the same unit: finds all, then inserts into a short head or sorts them. */
function stepsGathering({ count, looks }: Matches, start: Start, most: number) {
  const head = most + ('offset' in start ? start.offset : 0);
  return 10_000 + looks() * 5 + (head > LONG_HEAD ? count * 8 * Math.log2(count + 1) : 0);
}

function slice({ ids, direction }: Order, start: Start, most: number) {
  const first = 'offset' in start ? start.offset : passed({ ids, direction }, start);
  const end = Math.min(first + most, ids.size);
  const parts = direction === 1 ? ids.parts(first, end) : ids.parts(ids.size - 1 - first, ids.size - 1 - end);
  return [...parts].flatMap(({ block, start, end }) => {
    const part = [...block.ids.subarray(start, end)];
    return direction === 1 ? part : part.reverse();
  });
}

function passed(
  { ids, direction }: Pick<Order, 'ids' | 'direction'>,
  { key, id }: { key: number; id: number },
) {
  return direction === 1 ? ids.rank(key, id + 1) : ids.size - ids.rank(key, id);
}

function walk(listings: ListingIndex, order: Order, matches: Matches, start: Start, most: number): number[] {
  const { ids, direction } = order;
  const look = (way: 1 | -1, passed: number, skip: number, length: number) => {
    const range = way === 1 ? { from: passed, to: ids.size } : { from: ids.size - 1 - passed, to: -1 };
    return scanSorted(listings, ids, matches, { ...range, skip, most: length });
  };
  if (!('offset' in start)) return look(direction, passed(order, start), 0, most);
  const length = Math.min(most, matches.count - start.offset);
  const behind = matches.count - start.offset - length;
  if (start.offset <= behind) return look(direction, 0, start.offset, length);
  return look(direction === 1 ? -1 : 1, 0, behind, length).reverse();
}

function pageFrom({ keyOf, direction }: Order, ids: Int32Array, start: Start, most: number): number[] {
  const compare = (a: number, b: number) => (keyOf(a) - keyOf(b) || a - b) * direction;
  const after = (id: number) => 'offset' in start || (keyOf(id) - start.key || id - start.id) * direction > 0;
  const offset = 'offset' in start ? start.offset : 0;
  const length = offset + most;
  if (length > LONG_HEAD) return [...ids].filter(after).sort(compare).slice(offset, length);
  const head: number[] = [];
  for (const id of ids) {
    const last = head[length - 1];
    if (!after(id) || (last !== undefined && compare(id, last) > 0)) continue;
    let place = Math.min(head.length, length - 1);
    for (; place > 0 && compare(id, head[place - 1] as number) < 0; place--)
      head[place] = head[place - 1] as number;
    head[place] = id;
  }
  return head.slice(offset);
}

interface Scan {
  /** Positions, `from` inclusive and `to` exclusive, either way. */
  readonly from: number;
  readonly to: number;
  readonly skip: number;
  readonly most: number;
}

/** The innermost loop of a search. */
export function scanSorted(listings: ListingIndex, ids: SortedIds, matches: Matches, scan: Scan): number[] {
  const page: number[] = [];
  const isForward = scan.from < scan.to;
  const { cells: cellsById, kinds: kindsById } = listings.columns;
  const cells = matches.cells.passesAll ? null : matches.cells.passing;
  const kinds = matches.kinds ? matches.kinds.passing : null;
  const within = matches.withinBits();
  const added = matches.addedBits();
  let { skip } = scan;
  for (const { block, start, end } of ids.parts(scan.from, scan.to)) {
    const isWhole = end - start === block.size;
    const counted = isWhole ? matches.counted.get(block) : undefined;
    if ((counted !== undefined && counted <= skip) || !mayMatch(ids.bitsOf(block), matches)) {
      skip -= counted ?? 0;
      continue;
    }
    const skipBefore = skip;
    let place = isForward ? start : end - 1;
    for (let n = end - start; n > 0; n--, place += isForward ? 1 : -1) {
      const id = block.ids[place] as number;
      const isFound =
        (within === null || (((within[id >>> 5] as number) >>> (id & 31)) & 1) === 1) &&
        (kinds === null || kinds[kindsById[id] as number] === 1) &&
        (cells === null || cells[cellsById[id] as number] === 1);
      if (!isFound && (added === null || (((added[id >>> 5] as number) >>> (id & 31)) & 1) === 0)) continue;
      if (skip > 0) skip -= 1;
      else if (page.push(id) >= scan.most) return page;
    }
    if (isWhole && page.length === 0) matches.counted.set(block, skipBefore - skip);
  }
  return page;
}

const mayMatch = (bits: { readonly facets: number; readonly kinds: number }, matches: Matches) =>
  (matches.added.length > 0 || hasOfEach(bits.facets, matches.cells.bits)) &&
  (!matches.kinds || hasOfEach(bits.kinds, matches.kinds.bits));
