import { once, valueAt } from '../../cache/caches';
import type { SearchQuery } from '../contract';
import { type CellFilter, categories, categoryIndex, categoryOf } from './cells';
import { type KindFilter, kindFilter } from './conditions-and-regions';
import { countKinds, countsIn } from './facet-counts';
import { bitsOf, type IdCollection, IdList } from './id-collection';
import type { ListingIndex } from './listing-index';
import type { Found, Matches } from './match';

/** The latest ones are kept. */
export function matchesOf(listings: ListingIndex, query: SearchQuery, found: Found): Matches {
  const { inScope, staffTagged, curated } = found;
  const key = JSON.stringify([query.filters, inScope ? query.search : query.search.tags]);
  const versions = [listings.journal.version, inScope, staffTagged, curated];
  const kept = valueAt(listings.matches.get(key), versions);
  if (kept) return kept;
  const value = findMatches(listings, filterOf(listings, query, found), found);
  listings.matches.set(key, { versions, value });
  return value;
}

/** Whether the query finds an id, words and seller apart. Valid until the index changes. */
export function testOf(listings: ListingIndex, query: SearchQuery, found: Found): (id: number) => boolean {
  const filter = filterOf(listings, query, found);
  return (id) => filter.passes(id) && filter.isOfKind(id);
}

function findMatches(listings: ListingIndex, filter: Filter, found: Found): Matches {
  const { inScope: scope, staffTagged } = found;
  const { cells, kinds, category } = filter;
  const ofStaff = staffTagged && new IdList(scope ? staffTagged.filter((id) => scope.has(id)) : staffTagged);
  const within = found.categories.length === 0 ? (ofStaff ?? scope) : scope;
  const untagged = countsIn(listings, scope, filter, found);
  const tagged = ofStaff ? countsIn(listings, ofStaff, filter, found) : untagged;
  const candidates = filter.candidates.filter(
    (id) => cells.passing[listings.cellOf(id)] !== 1 && filter.passes(id) && (!within || within.has(id)),
  );
  const added = candidates.filter(filter.isOfKind);
  const own = (within === ofStaff ? tagged : untagged).own(filter.categories);
  return {
    count: own + added.length,
    categoryCounts: tagged.categoryCounts,
    withoutTags: {
      count: category === null ? untagged.own(categories) : (untagged.categoryCounts[category] ?? 0),
      categoryCounts: untagged.categoryCounts,
    },
    byKind: once(() => countKinds(listings, within, cells, candidates)),
    within,
    withinBits: once(() => within?.bits(listings.capacity) ?? null),
    cells,
    kinds,
    ...gathering(listings, { within, own }, filter, added),
    added,
    addedBits: once(() => (added.length > 0 ? bitsOf(added, listings.capacity) : null)),
    counted: new Map(),
  };
}

/** From cell to cell, or along the ids that words or tags chose. */
function gathering(
  listings: ListingIndex,
  { within, own }: { readonly within: IdCollection | null; readonly own: number },
  { cells, kinds, isOfKind }: Filter,
  added: readonly number[],
): Pick<Matches, 'all' | 'looks'> {
  const inCells = once(() =>
    within || kinds ? sum(listings.countsFor(cells).byCategory(cells.passing, null)) : own,
  );
  const inIds = once(() => within?.looks ?? Number.POSITIVE_INFINITY);
  const all = once(() => {
    const ids = [...added];
    const take = (id: number) => {
      if (cells.passing[listings.cellOf(id)] === 1 && isOfKind(id)) ids.push(id);
    };
    if (within && inIds() <= inCells()) within.forEach(take);
    else listings.eachIn(cells, within ? (id) => within.has(id) && take(id) : take);
    return Int32Array.from(ids);
  });
  return { looks: () => Math.min(inCells(), inIds()), all };
}

const sum = (counts: Int32Array) => counts.reduce((total, count) => total + count, 0);

interface Filter {
  /** Of all categories. */
  readonly steps: CellFilter;
  /** Of the categories where a product's own one suffices. */
  readonly cells: CellFilter;
  readonly categories: readonly string[];
  readonly category: number | null;
  readonly kinds: KindFilter | null;
  /** Those that staff's tags may add. */
  readonly candidates: readonly number[];
  /** Any condition and region. */
  readonly passes: (id: number) => boolean;
  readonly isOfKind: (id: number) => boolean;
}

function filterOf(listings: ListingIndex, { filters }: SearchQuery, found: Found): Filter {
  const { category } = filters;
  const named = found.categories.length > 0 ? found.categories : categories;
  const own = category ? named.filter((other) => other === category) : named;
  const steps = listings.cellFilter(filters);
  const kinds = kindFilter(filters);
  const { candidates, hasLabels } = labelsOf(listings, category ? categoryIndex(category) : null, found);
  return {
    steps,
    cells: listings.cellFilter(filters, own),
    categories: own,
    category: category ? categoryIndex(category) : null,
    kinds,
    candidates,
    passes: (id) => steps.passing[listings.cellOf(id)] === 1 && hasLabels(id),
    isOfKind: (id) => !kinds || kinds.passing[listings.kindOf(id)] === 1,
  };
}

/** The category and the tags, by a product's own category or by staff's tags. */
function labelsOf(listings: ListingIndex, category: number | null, found: Found) {
  const { staffTagged, curated } = found;
  const wanted = new Set(found.categories.map(categoryIndex));
  const inCategory = new Set(category === null ? [] : curated[category]);
  const tagged = new Set([...wanted].flatMap((other) => [...(curated[other] ?? [])]));
  for (const id of staffTagged ?? []) tagged.add(id);
  const hasTags = wanted.size > 0 || staffTagged !== null;
  return {
    candidates: [...new Set([...inCategory, ...tagged])],
    hasLabels(id: number) {
      const own = categoryOf(listings.cellOf(id));
      if (category !== null && own !== category && !inCategory.has(id)) return false;
      return !hasTags || wanted.has(own) || tagged.has(id);
    },
  };
}
