import type { Db } from '../../../db/connection';
import { categoryLabels, packagingLabels } from '../../../server/contract/categories';
import { conditionFacets, regionFacets } from '../../../server/search/contract';
import { ADDRESS } from '../../shipping/orders-to-ship';

/** Numbers from 0 to 1 that are the same in every run. */
export function random(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Random = ReturnType<typeof random>;

export const below = (next: Random, end: number) => Math.floor(next() * end);

export function oneOf<Item>(next: Random, items: readonly Item[]): Item {
  const item = items[below(next, items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
}

export const CATEGORIES = Object.keys(categoryLabels) as (keyof typeof categoryLabels)[];
export const PACKAGINGS = Object.keys(packagingLabels) as (keyof typeof packagingLabels)[];

const CONDITIONS = Object.keys(conditionFacets) as (keyof typeof conditionFacets)[];
const REGIONS = Object.keys(regionFacets) as (keyof typeof regionFacets)[];

/** No, one or several conditions and regions to ask for. */
export const someKinds = (next: Random) => ({
  condition: next() < 0.5 ? undefined : CONDITIONS.filter(() => next() < 0.25),
  shipFromRegion: next() < 0.5 ? undefined : REGIONS.filter(() => next() < 0.3),
});

// Words that begin one another, carry marks, stand in entities and between signs.
const WORDS = [
  'blue',
  'Bluebell',
  'mug',
  'mugs',
  'Tee',
  't-shirt',
  'Café',
  'cafetière',
  'Crème',
  "Women's",
  'womens',
  'Größe',
  '12oz',
  '12',
  'A&B',
  'Ωmega',
  'Чай',
  'naïve',
  'soap',
  'Soapstone',
  'red',
  'reddish',
  'toy',
  '3.5',
  'ﬁne',
  'X-L',
] as const; // prettier-ignore

const inHtml = (word: string) => word.replaceAll('&', '&amp;');

export function someWords(next: Random, most: number) {
  return Array.from({ length: 1 + below(next, most) }, () => oneOf(next, WORDS));
}

const PRICES = [
  1, 499, 500, 501, 999, 1_000, 1_499, 1_500, 1_999, 2_000, 2_999, 3_000, 3_001, 50_000,
] as const;
const UNITS = [
  '0',
  '1',
  '100',
  '101',
  '500',
  '501',
  '1000',
  '1001',
  '5001',
  '10000',
  '10001',
  '9000000000000000000',
] as const;

export interface Draft {
  seller_id: number;
  name: string;
  upc: string;
  sku: string | null;
  category: string;
  description: string;
  photo_1: string;
  msrp_cents: number;
  wholesale_cents: number;
  seller_price_cents: number;
  units: string | null;
  packaging_type: string;
  condition: string | null;
  provisional: boolean;
  created_at: Date;
  deleted_at: Date | null;
}

let upc = 10_000_000;

/** A product at or near the bounds of the filter steps; some are not listed. */
export function aDraft(next: Random, sellers: readonly number[]): Draft {
  const msrp = next() < 0.7 ? oneOf(next, PRICES) : 1 + below(next, 4_000);
  const percent = oneOf(next, [0, 49, 50, 50.5, 60, 70.4, 70.5, 80, 90, 90.5, 91, 100]);
  const price = Math.min(msrp, Math.max(1, Math.round((msrp * (100 - percent)) / 100)));
  const words = someWords(next, 3);
  upc += 1;
  return {
    seller_id: oneOf(next, sellers),
    name: words.join(' '),
    upc: String(upc),
    sku: oneOf(next, [null, `SKU-${upc % 400}`, 'soap']),
    category: oneOf(next, CATEGORIES),
    description: `<div>${someWords(next, 5).map(inHtml).join('</div><div>')} <strong>b</strong>old&nbsp;end</div>`,
    photo_1: 'https://example.com/p.png',
    msrp_cents: msrp,
    wholesale_cents: msrp,
    seller_price_cents: price,
    units: next() < 0.1 ? null : oneOf(next, UNITS),
    packaging_type: oneOf(next, PACKAGINGS),
    condition: [...CONDITIONS.slice(0, -1), null][upc % CONDITIONS.length] ?? null,
    provisional: next() < 0.08,
    // Few moments, so that many products share one.
    created_at: new Date(Date.UTC(2025, 0, 1 + below(next, 40))),
    deleted_at: next() < 0.05 ? new Date(Date.UTC(2025, 5, 1)) : null,
  };
}

export async function someSellers(db: Db, n: number) {
  const rows = Array.from({ length: n }, (_none, index) => ({
    name: `Seller ${index}`,
    description: 'Sells',
    // One has no logo yet, one is suspended.
    logo: index === 0 ? null : 'logo.png',
    suspended_at: index === 1 ? new Date() : null,
  }));
  const made = await db('sellers').insert(rows).returning('id');
  return made.map(({ id }) => id);
}

export async function someProducts(db: Db, next: Random, sellers: readonly number[], n: number) {
  for (let left = n; left > 0; left -= 500) {
    const drafts = Array.from({ length: Math.min(left, 500) }, () => aDraft(next, sellers));
    await db('products').insert(drafts as never);
  }
}

const STATES = [
  ['US', 'NY'],
  ['US', 'TX'],
  ['US', 'CA'],
  ['US', 'OH'],
  ['US', 'PR'],
  ['US', 'AK'],
  ['CA', 'ON'],
] as const;

export const aPlace = (next: Random) => {
  const [country, region] = oneOf(next, STATES);
  return { country, region };
};

/** A default location for all but the first, and one more for each; every fifth product has one of its own. */
export async function someLocations(db: Db, next: Random, sellers: readonly number[]) {
  for (const [at, seller_id] of sellers.entries()) {
    const place = () => ({ ...ADDRESS, ...aPlace(next), seller_id });
    if (at > 0) await db('addresses').insert({ ...place(), is_default: true });
    const [own] = await db('addresses').insert(place()).returning('id');
    await db('products')
      .where({ seller_id })
      .whereRaw('id % 5 = 0')
      .update({ location_id: own?.id ?? null });
  }
}
