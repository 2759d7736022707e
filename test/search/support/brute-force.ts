import type { Db } from '../../../db/connection';
import { categoryLabels, readCategory } from '../../../server/contract/categories';
import {
  type ConditionFacet,
  conditionFacets,
  percentBounds,
  priceBounds,
  type RegionFacet,
  regionFacets,
  type SearchQuery,
  unitsBounds,
} from '../../../server/search/contract';

/** As the design lists them. */
const STATES: Partial<Record<RegionFacet, string>> = {
  northeast: 'CT DC DE MA MD ME NH NJ NY PA RI VT',
  southeast: 'AL AR FL GA KY LA MS NC PR SC TN VA WV',
  midwest: 'IA IL IN KS MI MN MO ND NE OH SD WI',
  southwest: 'AZ NM OK TX',
  west: 'AK CA CO HI ID MT NV OR UT WA WY',
};

function regionOf(place: string | null): RegionFacet {
  const [country, state = ''] = (place ?? '').split(' ');
  if (country === 'CA') return 'canada';
  const regions = Object.keys(STATES) as RegionFacet[];
  return regions.find((region) => STATES[region]?.split(' ').includes(state)) ?? 'not_stated';
}

/** The expected result of a search, by a scan of every product. */
export interface SearchableProduct {
  id: number;
  seller_id: number;
  seller_name: string;
  upc: string;
  sku: string | null;
  name: string;
  description: string;
  category: string;
  packaging_type: string;
  msrp: number;
  price: number;
  percent: number;
  units: bigint | null;
  created_at: number;
  condition: ConditionFacet;
  region: RegionFacet;
  tags: string[];
  /** Its category and tags; names of one category are one. */
  labels: ReadonlySet<string>;
}

const labelOf = (name: string) => readCategory(name) ?? name.toLowerCase();

/** All listed products. */
export async function allProducts(db: Db): Promise<SearchableProduct[]> {
  const { rows } = await db.raw(`
    select p.id, p.seller_id, s.name as seller_name, p.upc, p.sku, p.name, p.description, p.category, p.packaging_type, p.msrp_cents::int as msrp,
      p.seller_price_cents::int as price, p.percent_off_msrp as percent, p.units,
      (extract(epoch from p.created_at) * 1000000)::text as created_at, coalesce(p.condition, 'not_stated') as condition,
      coalesce((select country || ' ' || region from addresses a where a.id = p.location_id and a.deleted_at is null),
        (select country || ' ' || region from addresses a
          where a.seller_id = p.seller_id and a.is_default and a.deleted_at is null)) as place,
      coalesce((select array_agg(lower(tag::text)) from product_tags t where t.product_id = p.id), '{}') as tags
    from products p join sellers s on s.id = p.seller_id
    where not p.provisional and p.deleted_at is null and s.profile_complete and s.suspended_at is null`);
  return rows.map((row: SearchableProduct & { place: string | null }) => ({
    ...row,
    created_at: Number(row.created_at),
    region: regionOf(row.place),
    labels: new Set([row.category, ...row.tags].map(labelOf)),
  }));
}

const texts = new Map<string, string>();

function plain(html: string) {
  const text = texts.get(html) ?? withoutMarkup(html);
  texts.set(html, text);
  return text;
}

const withoutMarkup = (html: string) =>
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

function hasWords({ search: { name = '', description = '' } }: SearchQuery, product: SearchableProduct) {
  const [inName, inDescription] = [wordsOf(name), wordsOf(description)];
  if (inName.length === 0 && inDescription.length === 0) return true;
  const ofSeller = new Set(inName).size <= 6 ? [product.seller_name] : [];
  if (name === description) return begun(inName, [product.name, plain(product.description), ...ofSeller]);
  return (
    (inName.length > 0 && begun(inName, [product.name, ...ofSeller])) ||
    (inDescription.length > 0 && begun(inDescription, [plain(product.description)]))
  );
}

/** A whole UPC or SKU, which takes the place of words. */
function hasCode({ search: { name = '' } }: SearchQuery, { upc, sku }: SearchableProduct) {
  const digits = name.trim().replace(/[ -]/g, '');
  const isUpc = /^(\d{8}|\d{12,14})$/.test(digits) && Number(digits) === Number(upc);
  return isUpc || (/\d/.test(name) && sku?.toLowerCase() === name.trim().toLowerCase());
}

const isBelow = (value: number, step = 6) => step === 6 || value < (priceBounds[step - 1] ?? 0);

function passes(query: SearchQuery, product: SearchableProduct) {
  const { msrp, sellerPriceCents, percentOffMsrp, unitsAvailable, packagingType } = query.filters;
  const percent = percentOffMsrp.min ?? 0;
  const units = unitsAvailable.min ?? 0;
  return (
    isBelow(product.msrp, msrp.max) &&
    isBelow(product.price, sellerPriceCents.max) &&
    (percent === 0 || product.percent > (percentBounds[percent - 1] ?? 0)) &&
    (units === 0 || (product.units !== null && product.units > BigInt(unitsBounds[units - 1] ?? 0))) &&
    (packagingType === undefined || product.packaging_type === packagingType) &&
    ofSellerIn(query, product)
  );
}

const ofSellerIn = ({ search }: SearchQuery, product: SearchableProduct) =>
  search.seller_id === undefined || product.seller_id === search.seller_id;

const isAny = <Value>(wanted: readonly Value[] | undefined, value: Value) =>
  !wanted?.length || wanted.includes(value);

const KEYS = {
  newest: 'created_at',
  msrp_cents_asc: 'msrp',
  msrp_cents_desc: 'msrp',
  percent_off_msrp_desc: 'percent',
  seller_price_cents_asc: 'price',
  seller_price_cents_desc: 'price',
} as const;

export function bruteForce(all: readonly SearchableProduct[], query: SearchQuery) {
  const { tags } = query.search;
  const ofStaff = tags.filter((tag) => readCategory(tag) === null);
  const has = (product: SearchableProduct, tag: string) => product.labels.has(labelOf(tag));
  const { category, condition, shipFromRegion } = query.filters;
  const hasAnyCode = all.some((product) => ofSellerIn(query, product) && hasCode(query, product));
  const hasText = hasAnyCode ? hasCode : hasWords;
  const ofAnyKind = all.filter((product) => passes(query, product) && hasText(query, product));
  const isChosen = (product: SearchableProduct) =>
    (category === undefined || has(product, category)) &&
    (tags.length === 0 || tags.some((tag) => has(product, tag)));
  const filtered = ofAnyKind.filter(
    (product) => isAny(condition, product.condition) && isAny(shipFromRegion, product.region),
  );
  const inCategory = filtered.filter((product) => category === undefined || has(product, category));
  const found = inCategory.filter((product) => tags.length === 0 || tags.some((tag) => has(product, tag)));
  const counted = filtered.filter(
    (product) => ofStaff.length === 0 || ofStaff.some((tag) => has(product, tag)),
  );
  const countsOf = (counted: readonly SearchableProduct[]) =>
    Object.fromEntries(
      Object.entries(categoryLabels).map(([category, label]) => [
        label,
        counted.filter((product) => has(product, category)).length,
      ]),
    );
  const facetOf = (field: 'condition' | 'region', names: object, others: readonly SearchableProduct[]) =>
    Object.fromEntries(
      Object.keys(names).map((name) => [name, others.filter((product) => product[field] === name).length]),
    );
  const chosen = ofAnyKind.filter(isChosen);
  const direction = query.sort.endsWith('_asc') ? 1 : -1;
  const key = (product: SearchableProduct) => product[KEYS[query.sort]];
  found.sort((a, b) => (key(a) - key(b) || a.id - b.id) * direction);
  return {
    ids: found.map(({ id }) => id),
    count: found.length,
    total_pages: Math.ceil(found.length / 24),
    category_counts: countsOf(counted),
    without_tags: { count: inCategory.length, category_counts: countsOf(filtered) },
    condition_counts: facetOf(
      'condition',
      conditionFacets,
      chosen.filter(({ region }) => isAny(shipFromRegion, region)),
    ),
    region_counts: facetOf(
      'region',
      regionFacets,
      chosen.filter((product) => isAny(condition, product.condition)),
    ),
  };
}
