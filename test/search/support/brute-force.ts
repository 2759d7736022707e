import type { Db } from '../../../db/connection';
import { categoryLabels, readCategory } from '../../../server/contract/categories';
import { percentBounds, priceBounds, type SearchQuery, unitsBounds } from '../../../server/search/contract';

/** What a search has to answer, said in the plainest way: every product is looked at. */
export interface Goods {
  id: number;
  seller_id: number;
  name: string;
  description: string;
  category: string;
  packaging_type: string;
  msrp: number;
  price: number;
  percent: number;
  units: bigint | null;
  created_at: number;
  tags: string[];
}

/** All listed products. */
export async function allGoods(db: Db): Promise<Goods[]> {
  const { rows } = await db.raw(`
    select p.id, p.seller_id, p.name, p.description, p.category, p.packaging_type, p.msrp_cents::int as msrp,
      p.seller_price_cents::int as price, p.percent_off_msrp as percent, p.units,
      (extract(epoch from p.created_at) * 1000000)::text as created_at,
      coalesce((select array_agg(lower(tag::text)) from product_tags t where t.product_id = p.id), '{}') as tags
    from products p join sellers s on s.id = p.seller_id
    where not p.provisional and p.deleted_at is null and s.profile_complete and s.suspended_at is null`);
  return rows.map((row: Goods) => ({ ...row, created_at: Number(row.created_at) }));
}

const plain = (html: string) =>
  html
    .replace(/<\/?strong>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');

const known = new Map<string, string[]>();

function wordsOf(text: string) {
  const words = known.get(text) ?? split(text);
  known.set(text, words);
  return words;
}

const split = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const begun = (words: string[], texts: string[]) =>
  words.every((word) => texts.some((text) => wordsOf(text).some((other) => other.startsWith(word))));

function hasWords({ search: { name = '', description = '' } }: SearchQuery, goods: Goods) {
  const [inName, inDescription] = [wordsOf(name), wordsOf(description)];
  if (inName.length === 0 && inDescription.length === 0) return true;
  if (name === description) return begun(inName, [goods.name, plain(goods.description)]);
  return (
    (inName.length > 0 && begun(inName, [goods.name])) ||
    (inDescription.length > 0 && begun(inDescription, [plain(goods.description)]))
  );
}

const isBelow = (value: number, step = 6) => step === 6 || value < (priceBounds[step - 1] ?? 0);

function passes(query: SearchQuery, goods: Goods) {
  const { msrp, sellerPriceCents, percentOffMsrp, unitsAvailable, packagingType } = query.filters;
  const percent = percentOffMsrp.min ?? 0;
  const units = unitsAvailable.min ?? 0;
  return (
    isBelow(goods.msrp, msrp.max) &&
    isBelow(goods.price, sellerPriceCents.max) &&
    (percent === 0 || goods.percent > (percentBounds[percent - 1] ?? 0)) &&
    (units === 0 || (goods.units !== null && goods.units > BigInt(unitsBounds[units - 1] ?? 0))) &&
    (packagingType === undefined || goods.packaging_type === packagingType) &&
    (query.search.seller_id === undefined || goods.seller_id === query.search.seller_id) &&
    hasWords(query, goods)
  );
}

export function bruteForce(all: readonly Goods[], query: SearchQuery) {
  const { tags } = query.search;
  const ofStaff = tags.filter((tag) => readCategory(tag) === null);
  const same = (one: string, other: string) =>
    one.toLowerCase() === other.toLowerCase() ||
    (readCategory(one) !== null && readCategory(one) === readCategory(other));
  const has = (goods: Goods, tag: string) => [goods.category, ...goods.tags].some((own) => same(own, tag));
  const filtered = all.filter((goods) => passes(query, goods));
  const { category } = query.filters;
  const inCategory = filtered.filter((goods) => category === undefined || has(goods, category));
  const found = inCategory.filter((goods) => tags.length === 0 || tags.some((tag) => has(goods, tag)));
  const counted = filtered.filter((goods) => ofStaff.length === 0 || ofStaff.some((tag) => has(goods, tag)));
  const countsOf = (goods: readonly Goods[]) =>
    Object.fromEntries(
      Object.entries(categoryLabels).map(([category, label]) => [
        label,
        goods.filter((one) => has(one, category)).length,
      ]),
    );
  const direction = query.sort === 'msrp_cents_asc' ? 1 : -1;
  const key = (goods: Goods) => (query.sort === 'newest' ? goods.created_at : goods.msrp);
  found.sort((a, b) => (key(a) - key(b) || a.id - b.id) * direction);
  return {
    ids: found.map(({ id }) => id),
    count: found.length,
    total_pages: Math.ceil(found.length / 24),
    category_counts: countsOf(counted),
    without_tags: { count: inCategory.length, category_counts: countsOf(filtered) },
  };
}
