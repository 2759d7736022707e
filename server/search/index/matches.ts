import { valueAt } from '../../cache/caches';
import type { SearchQuery } from '../contract';
import { Bitmap, type IdCollection } from './columns';
import { intersection, type KindFilter } from './conditions-and-regions';
import { addCurated, categoryCountsIn, countsIn, countsOf, isIn, sumsIn } from './counts';
import { categoryIndex, categoryOf, FACET_COMBINATIONS } from './facets';
import type { ListingIndex } from './listing-index';
import type { Matches, Test } from './match';
import type { Curated } from './match-caches';

/** What the database found; null where nothing of the kind is asked. */
export interface Found {
  readonly inScope: IdCollection | null;
  readonly categories: readonly string[];
  readonly staffTagged: Int32Array | null;
  readonly curated: Curated;
}

export function matchesOf(index: ListingIndex, query: SearchQuery, found: Found): Matches {
  const cells = cellsFor(index, query, found);
  const { inScope, staffTagged, categories } = found;
  if (inScope instanceof Int32Array) return cachedMatchesInList(index, inScope, cells, found);
  if (!staffTagged || categories.length > 0)
    return matchesInCells(index, withinOf(index, inScope, cells), cells, found);
  const ids = inScope ? staffTagged.filter((id) => inScope.has(id)) : staffTagged;
  return matchesInList(index, ids, cells, found);
}

/** Whether the query finds an id, words and seller apart. Valid until the index changes. */
export function testOf(index: ListingIndex, query: SearchQuery, found: Found): (id: number) => boolean {
  const cells = cellsFor(index, query, found);
  const { passes } = categoryTest(index, cells, found);
  return (id) => isIn(index, cells.counted, id) && ofKind(index, cells, id) && passes(id);
}

/** Masks: without the category filter, with it, and with the categories among the tags, too. */
interface Cells {
  readonly counted: Uint8Array;
  readonly filtered: Uint8Array;
  readonly tagged: Uint8Array;
  readonly category: number | null;
  readonly kinds: KindFilter | null;
}

function cellsFor({ memos }: ListingIndex, { filters }: SearchQuery, { categories }: Found): Cells {
  const { category } = filters;
  const named = categories.length > 0 ? categories : null;
  const combined = category && named ? named.filter((other) => other === category) : named;
  return {
    counted: memos.facetMask(filters),
    filtered: memos.facetMask(filters, category ? [category] : null),
    tagged: memos.facetMask(filters, combined ?? (category ? [category] : null)),
    category: category ? categoryIndex(category) : null,
    kinds: memos.kindFilter(filters),
  };
}

const ofKind = ({ kinds: { of } }: ListingIndex, { kinds }: Cells, id: number) =>
  !kinds || kinds.passing[of(id)] === 1;

/** What a text matched and what has the conditions and regions, or null where neither is asked. */
function withinOf(index: ListingIndex, inScope: Bitmap | null, { kinds }: Cells): Bitmap | null {
  if (!kinds) return inScope;
  const bitmap = index.kindBitmap(kinds);
  if (!inScope) return bitmap;
  return index.memos.inKinds(
    inScope,
    [index.version, kinds],
    () => new Bitmap(intersection(inScope.bits, bitmap.bits)),
  );
}

const NO_IDS = Int32Array.of();

function* idsOf(lists: readonly Int32Array[]) {
  for (const list of lists) yield* list;
}

/** Empty words of a bitmap that cost what one id costs. */
const BITS_PER_LOOK = 8;

const sum = (of: Int32Array) => of.reduce((total, count) => total + count, 0);

const NO_EXTRAS: ReadonlySet<number> = new Set();

const union = (index: ListingIndex, lists: readonly Int32Array[]) =>
  lists.some((list) => list.length > 0) ? Bitmap.of(idsOf(lists), index.capacity) : null;

/** By the product's own category or by staff tags. */
function categoryTest(index: ListingIndex, cells: Cells, { categories, staffTagged, curated }: Found) {
  const filterIds = cells.category === null ? NO_IDS : (curated[cells.category] ?? NO_IDS);
  const wanted = categories.map(categoryIndex);
  const tagIds = wanted.map((category) => curated[category] ?? NO_IDS);
  const inFilter = union(index, [filterIds]);
  const tagged = union(index, staffTagged ? [...tagIds, staffTagged] : tagIds);
  const isUntagged = wanted.length === 0 && !staffTagged;
  const ownTags = new Set(wanted);
  return {
    candidates: [filterIds, ...tagIds, ...(staffTagged ? [staffTagged] : [])],
    passes: (id: number) => {
      const own = categoryOf(index.cellOf(id));
      return (
        (cells.category === null || own === cells.category || inFilter?.has(id) === true) &&
        (isUntagged || ownTags.has(own) || tagged?.has(id) === true)
      );
    },
  };
}

function cachedMatchesInList(index: ListingIndex, ids: Int32Array, cells: Cells, found: Found): Matches {
  if (found.categories.length > 0 || found.staffTagged) return matchesInList(index, ids, cells, found);
  const { listMatches } = index.memos;
  const versions = [index.version, cells.filtered, cells.counted, found.curated, cells.kinds];
  const cached = valueAt(listMatches.get(ids), versions);
  if (cached) return cached;
  const matches = matchesInList(index, ids, cells, found);
  listMatches.set(ids, { versions, value: matches });
  return matches;
}

function matchesInList(index: ListingIndex, ids: Int32Array, cells: Cells, found: Found): Matches {
  const { staffTagged, curated } = found;
  const ofStaff = staffTagged && Bitmap.of(staffTagged, index.capacity);
  const { passes } = categoryTest(index, cells, found);
  const inCells = ids.filter((id) => isIn(index, cells.counted, id) && ofKind(index, cells, id));
  const matching = inCells.filter(passes);
  const counted = ofStaff ? inCells.filter((id) => ofStaff.has(id)) : inCells;
  const categoryCounts = countsOf(index, counted);
  if (curated.some((list) => list.length > 0)) {
    const among = Bitmap.of(counted, index.capacity);
    addCurated(categoryCounts, index, curated, (id) => among.has(id));
  }
  let test: Test | null = null;
  return {
    count: matching.length,
    categoryCounts,
    get test() {
      test ??= { within: Bitmap.of(matching, index.capacity), cells: null, extras: null, kinds: null };
      return test;
    },
    each: (visit) => {
      for (const id of matching) visit(id);
    },
    looks: matching.length,
    extras: NO_EXTRAS,
  };
}

/** Whole cells, or a bitmap's share of them, plus what tags add from other categories. */
function matchesInCells(index: ListingIndex, within: Bitmap | null, cells: Cells, found: Found): Matches {
  const isWithin = (id: number) => !within || within.has(id);
  const { candidates, passes } = categoryTest(index, cells, found);
  const extras = new Set<number>();
  for (const ids of candidates)
    for (const id of ids)
      if (isIn(index, cells.counted, id) && !isIn(index, cells.tagged, id) && isWithin(id) && passes(id))
        extras.add(id);
  const total = (filtered: Uint8Array) =>
    sum(within ? sumsIn(index, within, filtered) : countsIn(index, filtered));
  return {
    count: extras.size + total(cells.tagged),
    categoryCounts: categoryCountsIn(index, within, cells.counted, found),
    test: {
      within,
      cells: cells.tagged,
      extras: extras.size > 0 ? Bitmap.of(extras, index.capacity) : null,
      kinds: cells.kinds,
    },
    extras,
    ...visiting(index, within, cells.tagged, extras),
  };
}

/** From cell to cell, or from bit to bit where those are fewer. */
function visiting(
  index: ListingIndex,
  within: Bitmap | null,
  tagged: Uint8Array,
  extras: ReadonlySet<number>,
): Pick<Matches, 'each' | 'looks'> {
  const inCells = sum(countsIn(index, tagged));
  const inBits = within ? within.bits.length / BITS_PER_LOOK + within.sizeIn(index) : inCells;
  const isIdIn = (id: number) => isIn(index, tagged, id);
  return {
    each: (visit) => {
      if (within && inBits < inCells) within.each((id) => isIdIn(id) && visit(id));
      else {
        const visitOwn = within ? (id: number) => within.has(id) && visit(id) : visit;
        for (let cell = 0; cell < FACET_COMBINATIONS; cell++)
          if (tagged[cell]) index.cellLists.each(cell, visitOwn);
      }
      extras.forEach(visit);
    },
    looks: extras.size + Math.min(inCells, inBits),
  };
}
