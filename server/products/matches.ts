import { CELLS, categoryOf, cellsTaken, noCounts } from './cells';
import { IdSet } from './id-set';
import { type ListingIndex, NOT_LISTED } from './listing-index';
import type { Ids } from './packed-ids';
import type { SearchQuery } from './search-contract';

/** Product ids that the database found for the parts of a search that the index of listings does not know. */
export interface Found {
  /** Words and seller; null where neither was asked for. */
  readonly inScope: Ids | null;
  /** Categories that tags ask for; empty where none does. */
  readonly categories: readonly string[];
  /** Carry one of the tags that are no category; null where no such tag was given. */
  readonly staffTagged: Int32Array | null;
  /** Carry a tag that is the name of a category asked for. */
  readonly curated: Int32Array;
}

/** How one tells of an id whether it matches: it is in the set, if there is one, and in one of the cells or among the others. */
export interface Test {
  readonly within: IdSet | null;
  /** Null where every cell is right. */
  readonly cells: Uint8Array | null;
  readonly others: IdSet | null;
}

/** The listed products that a search takes. Good until the index changes. */
export interface Matches {
  readonly count: number;
  readonly categoryCounts: Int32Array;
  readonly test: Test;
  /** In no order. */
  readonly each: (visit: (id: number) => void) => void;
  /** How many `each` looks at. */
  readonly looks: number;
}

export function matchesOf(index: ListingIndex, query: SearchQuery, found: Found): Matches {
  const cells = cellsFor(query, found);
  const { inScope, staffTagged, categories } = found;
  if (inScope instanceof Int32Array) return rememberedAmong(index, inScope, cells, found);
  if (!staffTagged || categories.length > 0) return matchesInCells(index, inScope, cells, found);
  const ids = inScope ? staffTagged.filter((id) => inScope.has(id)) : staffTagged;
  return matchesAmong(index, ids, cells, found);
}

interface Cells {
  /** Without regard to any category. */
  readonly counted: Uint8Array;
  /** With the category filter. */
  readonly taken: Uint8Array;
  /** With the categories among the tags besides. */
  readonly tagged: Uint8Array;
}

function cellsFor({ filters }: SearchQuery, { categories }: Found): Cells {
  const { category } = filters;
  const asked = categories.length > 0 ? categories : null;
  const both = category && asked ? asked.filter((other) => other === category) : asked;
  return {
    counted: cellsTaken(filters),
    taken: cellsTaken(filters, category ? [category] : null),
    tagged: cellsTaken(filters, both ?? (category ? [category] : null)),
  };
}

const isIn = (index: ListingIndex, cells: Uint8Array, id: number) => {
  const cell = index.cellOf(id);
  return cell !== NOT_LISTED && cells[cell] === 1;
};

interface Among {
  readonly version: number;
  readonly cells: Cells;
  readonly matches: Matches;
}

// With the index that they belong to they are forgotten.
const among = new WeakMap<ListingIndex, Map<Int32Array, Among>>();
const MOST_AMONG = 16;

/** Gone through once for each change of the index while the same is asked, which is so from page to page. */
function rememberedAmong(index: ListingIndex, ids: Int32Array, cells: Cells, found: Found): Matches {
  if (found.categories.length > 0 || found.staffTagged) return matchesAmong(index, ids, cells, found);
  const lately = among.get(index) ?? new Map<Int32Array, Among>();
  among.set(index, lately);
  const before = lately.get(ids);
  const isSame = before?.cells.taken === cells.taken && before.cells.counted === cells.counted;
  if (isSame && before.version === index.version) return before.matches;
  const matches = matchesAmong(index, ids, cells, found);
  lately.delete(ids);
  lately.set(ids, { version: index.version, cells, matches });
  const [oldest] = lately.keys();
  if (lately.size > MOST_AMONG && oldest) lately.delete(oldest);
  return matches;
}

/** Of a list of ids those that filters and tags take. */
function matchesAmong(index: ListingIndex, ids: Int32Array, cells: Cells, found: Found): Matches {
  const { categories, staffTagged, curated } = found;
  const ofStaff = staffTagged && IdSet.of(staffTagged, index.capacity);
  const byName = curated.length > 0 ? IdSet.of(curated, index.capacity) : null;
  const anyTag = categories.length === 0 && !staffTagged;
  const isTagged = (id: number) =>
    anyTag || ofStaff?.has(id) || byName?.has(id) || (categories.length > 0 && isIn(index, cells.tagged, id));
  const matching = ids.filter((id) => isIn(index, cells.taken, id) && isTagged(id));
  const counted = ids.filter((id) => isIn(index, cells.counted, id) && (!ofStaff || ofStaff.has(id)));
  let test: Test | null = null;
  return {
    count: matching.length,
    categoryCounts: countsOf(index, counted),
    get test() {
      test ??= { within: IdSet.of(matching, index.capacity), cells: null, others: null };
      return test;
    },
    each: (visit) => {
      for (const id of matching) visit(id);
    },
    looks: matching.length,
  };
}

/** Whole cells, or a set's part of them, and besides them what tags bring in from other categories. */
function matchesInCells(
  index: ListingIndex,
  within: IdSet | null,
  cells: Cells,
  { staffTagged, curated }: Found,
): Matches {
  const isWithin = (id: number) => !within || within.has(id);
  const extras = new Set<number>();
  for (const ids of staffTagged ? [staffTagged, curated] : [curated])
    for (const id of ids)
      if (isIn(index, cells.taken, id) && !isIn(index, cells.tagged, id) && isWithin(id)) extras.add(id);
  const counts = (taken: Uint8Array) =>
    within ? summed(within.countsIn(index), taken) : countsIn(index, taken);
  const sum = (of: Int32Array) => of.reduce((total, count) => total + count, 0);
  return {
    count: extras.size + sum(counts(cells.tagged)),
    categoryCounts: staffTagged
      ? countsOf(
          index,
          staffTagged.filter((id) => isIn(index, cells.counted, id) && isWithin(id)),
        )
      : counts(cells.counted),
    test: {
      within,
      cells: cells.tagged,
      others: extras.size > 0 ? IdSet.of(extras, index.capacity) : null,
    },
    each: (visit) => {
      const visitOwn = within ? (id: number) => within.has(id) && visit(id) : visit;
      for (let cell = 0; cell < CELLS; cell++) if (cells.tagged[cell]) index.inCell(cell, visitOwn);
      extras.forEach(visit);
    },
    looks: extras.size + sum(countsIn(index, cells.tagged)),
  };
}

function countsOf(index: ListingIndex, ids: Int32Array) {
  const counts = noCounts();
  for (const id of ids) add(counts, index.cellOf(id), 1);
  return counts;
}

interface Counted {
  readonly index: ListingIndex;
  readonly version: number;
  readonly counts: Int32Array;
}

const remembered = new WeakMap<Uint8Array, Counted>();

/** Counted once for each change of the index. */
function countsIn(index: ListingIndex, cells: Uint8Array): Int32Array {
  const before = remembered.get(cells);
  if (before?.index === index && before.version === index.version) return before.counts;
  const counts = summed(index.counts, cells);
  remembered.set(cells, { index, version: index.version, counts });
  return counts;
}

/** By category. */
function summed(inCells: Int32Array, cells: Uint8Array): Int32Array {
  const counts = noCounts();
  for (let cell = 0; cell < CELLS; cell++) {
    const n = inCells[cell];
    if (n && cells[cell]) add(counts, cell, n);
  }
  return counts;
}

function add(counts: Int32Array, cell: number, n: number) {
  const category = categoryOf(cell);
  counts[category] = (counts[category] ?? 0) + n;
}
