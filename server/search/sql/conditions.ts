import { type BeyondText, ofSellers } from '../beyond-text';
import type { KindFilter } from '../index/conditions-and-regions';
import { categoryCount, categoryIndex, categoryOfTag, STEPS, stepLimits, UNIT } from '../index/facets';
import { idList } from '../index/id-collection';
import { type ParsedQuery, type Scope, textQuery } from '../query';
import { bound, type Sql, sql } from './fragments';

export const CATEGORY = `cell % ${categoryCount}`;

const PACKAGINGS = UNIT.units / UNIT.packaging;

export function stepConditions({ query }: ParsedQuery): Sql[] {
  const { msrpEnd, priceEnd, percentEnd, unitsStart, packaging } = stepLimits(query.filters);
  return [
    ...(msrpEnd < STEPS ? [sql`cell / ${UNIT.msrp} < ${msrpEnd}`] : []),
    ...(priceEnd < STEPS ? [sql`cell / ${UNIT.price} % ${STEPS} < ${priceEnd}`] : []),
    ...(percentEnd < STEPS ? [sql`cell / ${UNIT.percent} % ${STEPS} < ${percentEnd}`] : []),
    ...(unitsStart > 0 ? [sql`cell / ${UNIT.units} % ${STEPS} >= ${unitsStart}`] : []),
    ...(packaging === null ? [] : [sql`cell / ${UNIT.packaging} % ${PACKAGINGS} = ${packaging}`]),
  ];
}

/** With what else the words find, read before. */
export interface SqlScope extends Scope {
  readonly beyond?: BeyondText;
}

/** Words and seller. With `ids`, words are looked for in the texts of those alone. */
export function scopeConditions(scope: SqlScope | null, ids: readonly number[] | null = null): Sql[] {
  if (!scope) return [];
  const { sellerId } = scope;
  return [...(sellerId === null ? [] : [sql`seller_id = ${bound(sellerId)}`]), ...wordConditions(scope, ids)];
}

function wordConditions({ words, beyond }: SqlScope, ids: readonly number[] | null): Sql[] {
  if (!words) return [];
  if (beyond && beyond.codes.length > 0)
    return [sql`product_id = any (${bound([...idList(beyond.codes)])}::integer[])`];
  const query = textQuery(words);
  const among = ids ? sql` and product_id = any (${bound([...ids])}::integer[])` : '';
  const inText = sql`select product_id from listing_texts
    where words @@ ${{ text: query.sql, bindings: query.bindings }}${among}`;
  const found = ofSellers(beyond?.groups ?? []);
  const bySeller = found ? sql` union ${{ text: found.sql, bindings: found.bindings }}` : '';
  return [sql`product_id in (${inText}${bySeller})`];
}

/** For rows of listings_v2. */
export function kindConditions(filter: KindFilter | null): Sql[] {
  if (!filter) return [];
  return [sql`kind = any (${bound([...filter.kinds])}::smallint[])`];
}

const tagsOfCategory = (category: number) =>
  [...categoryOfTag].flatMap(([tag, index]) => (index === category ? [tag] : []));

export const tagsNaming = (categories: readonly string[]): string[] =>
  categories.map(categoryIndex).flatMap(tagsOfCategory);

/** Of one of the categories, by their own or by staff's tags, or with one of the other tags. */
function labeled(categories: readonly number[], staffTags: readonly string[]): Sql {
  const tags = [...categories.flatMap(tagsOfCategory), ...staffTags];
  const tagged = sql`product_id in (select product_id from product_tags where tag = any (${bound(tags)}::citext[]))`;
  return categories.length === 0 ? tagged : sql`${CATEGORY} in (${categories.join()}) or ${tagged}`;
}

export function labelConditions({ query, categories, staffTags }: ParsedQuery): Sql[] {
  const { category } = query.filters;
  const hasTags = categories.length > 0 || staffTags.length > 0;
  return [
    ...(category ? [labeled([categoryIndex(category)], [])] : []),
    ...(hasTags ? [labeled(categories.map(categoryIndex), staffTags)] : []),
  ];
}
