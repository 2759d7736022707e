import { PER_PAGE, type SearchFigures, type SearchQuery } from '../contract';
import { KINDS, type KindFilter, valueCounts } from '../index/conditions-and-regions';
import { facetsByName } from '../index/counts';
import { categoryCount, categoryIndex, countsByLabel } from '../index/facets';
import type { ParsedQuery } from '../query';

/** How many listings have the same category, kind and labels. */
export type Group = readonly [category: number, kind: number, labels: number, listings: number];

/** The bit above those of the categories: has one of the tags asked for that name none. */
export const STAFF_LABEL = 1 << categoryCount;

const labelsOf = ([category, , labels]: Group) => labels | (1 << category);

const sum = (groups: readonly Group[]) => groups.reduce((total, [, , , listings]) => total + listings, 0);

/** No mask lets all pass. */
const withLabels = (groups: readonly Group[], mask: number) =>
  mask === 0 ? groups : groups.filter((group) => (labelsOf(group) & mask) !== 0);

const categoryCounts = (groups: readonly Group[]) =>
  countsByLabel(
    Int32Array.from({ length: categoryCount }, (_none, category) => sum(withLabels(groups, 1 << category))),
  );

const bits = (categories: readonly string[]) =>
  categories.reduce((mask, category) => mask | (1 << categoryIndex(category)), 0);

function facetsOf(groups: readonly Group[], filter: KindFilter | null) {
  const byKind = new Int32Array(KINDS);
  for (const [, kind, , listings] of groups) byKind[kind] = (byKind[kind] ?? 0) + listings;
  return facetsByName(valueCounts(byKind, filter));
}

const ofKinds = ({ facets }: SearchQuery, groups: readonly Group[], filter: KindFilter | null) =>
  facets && filter ? groups.filter(([, kind]) => filter.passing[kind] === 1) : groups;

/** With `facets` the groups are of any kind, else of those asked for. */
export function figuresOf(
  { query, categories, staffTags }: ParsedQuery,
  kinds: KindFilter | null,
  groups: readonly Group[],
  next_cursor: string | null,
): SearchFigures {
  const { category } = query.filters;
  const filterMask = category ? bits([category]) : 0;
  const staffMask = staffTags.length > 0 ? STAFF_LABEL : 0;
  const tagMask = bits(categories) | staffMask;
  const inKinds = ofKinds(query, groups, kinds);
  const chosen = (among: readonly Group[]) => withLabels(withLabels(among, filterMask), tagMask);
  const count = sum(chosen(inKinds));
  return {
    count,
    total_pages: Math.ceil(count / PER_PAGE),
    category_counts: categoryCounts(withLabels(inKinds, staffMask)),
    without_tags: {
      count: sum(withLabels(inKinds, filterMask)),
      category_counts: categoryCounts(inKinds),
    },
    next_cursor,
    ...(query.facets && facetsOf(chosen(groups), kinds)),
  };
}
