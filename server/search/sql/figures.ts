import { PER_PAGE, type SearchFigures, type SearchQuery } from '../contract';
import { facetCounts, KINDS, type KindFilter } from '../index/conditions-and-regions';
import { categoryCount, categoryIndex, categoryOfTag, countsByLabel } from '../index/facets';
import type { ParsedQuery } from '../query';

export type Group = readonly [category: number, kind: number, labels: number, listings: number];

/** The bit above those of the categories: has one of the tags asked for that name none. */
const STAFF_LABEL = 1 << categoryCount;

/** Labels as bits: the categories that staff tagged a product into, and whether it has a tag asked for. */
export const labelsOf = ({ staffTags }: Pick<ParsedQuery, 'staffTags'>) => ({
  tags: [...categoryOfTag.keys(), ...staffTags],
  labels: [...[...categoryOfTag.values()].map((index) => 1 << index), ...staffTags.map(() => STAFF_LABEL)],
});

const allLabels = ([category, , labels]: Group) => labels | (1 << category);

export const listingsIn = (groups: readonly Group[]) =>
  groups.reduce((total, [, , , listings]) => total + listings, 0);

/** No mask lets all pass. */
const withLabels = (groups: readonly Group[], mask: number) =>
  mask === 0 ? groups : groups.filter((group) => (allLabels(group) & mask) !== 0);

const categoryCounts = (groups: readonly Group[]) =>
  countsByLabel(
    Int32Array.from({ length: categoryCount }, (_none, category) =>
      listingsIn(withLabels(groups, 1 << category)),
    ),
  );

const bits = (categories: readonly string[]) =>
  categories.reduce((mask, category) => mask | (1 << categoryIndex(category)), 0);

function facetsOf(groups: readonly Group[], filter: KindFilter | null) {
  const byKind = new Int32Array(KINDS);
  for (const [, kind, , listings] of groups) byKind[kind] = (byKind[kind] ?? 0) + listings;
  return facetCounts(byKind, filter);
}

export const groupsOfKinds = (filter: KindFilter | null, groups: readonly Group[]) =>
  filter ? groups.filter(([, kind]) => filter.passing[kind] === 1) : groups;

const ofKinds = ({ facets }: SearchQuery, groups: readonly Group[], filter: KindFilter | null) =>
  facets ? groupsOfKinds(filter, groups) : groups;

/** The groups of the kinds asked for, and what they must have of the category filter and the tags. */
function chosenFrom(
  { query, categories, staffTags }: ParsedQuery,
  kinds: KindFilter | null,
  groups: readonly Group[],
) {
  const filterMask = query.filters.category ? bits([query.filters.category]) : 0;
  const staffMask = staffTags.length > 0 ? STAFF_LABEL : 0;
  const tagMask = bits(categories) | staffMask;
  const chosen = (among: readonly Group[]) => withLabels(withLabels(among, filterMask), tagMask);
  return { inKinds: ofKinds(query, groups, kinds), filterMask, staffMask, chosen };
}

export function countOf(parsed: ParsedQuery, kinds: KindFilter | null, groups: readonly Group[]): number {
  const { inKinds, chosen } = chosenFrom(parsed, kinds, groups);
  return listingsIn(chosen(inKinds));
}

/** With `facets` the groups are of any kind, else of those asked for. */
export function figuresOf(
  parsed: ParsedQuery,
  kinds: KindFilter | null,
  groups: readonly Group[],
  next_cursor: string | null,
): SearchFigures {
  const { inKinds, filterMask, staffMask, chosen } = chosenFrom(parsed, kinds, groups);
  const count = listingsIn(chosen(inKinds));
  return {
    count,
    total_pages: Math.ceil(count / PER_PAGE),
    category_counts: categoryCounts(withLabels(inKinds, staffMask)),
    without_tags: {
      count: listingsIn(withLabels(inKinds, filterMask)),
      category_counts: categoryCounts(inKinds),
    },
    next_cursor,
    ...(parsed.query.facets && facetsOf(chosen(groups), kinds)),
  };
}
