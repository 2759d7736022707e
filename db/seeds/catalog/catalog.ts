import type { Cents, Units } from '../../../server/contract/money';
import { BRANDS } from '../brands';
import { hash, pickFrom } from '../random';
import { APPAREL } from './apparel';
import { BEAUTY } from './beauty';
import { CONSUMABLES } from './consumables';
import { describeLot } from './description';
import { FOOTWEAR } from './footwear';
import { HOME } from './home';
import { OTHER } from './other';
import { PET } from './pet';
import type { ProductKind } from './product-kind';
import { minimumOf, pricesOf, unitsOf } from './terms';
import { TOYS } from './toys';
import { upc12 } from './upc';

/** A product of the demo; the same on every run. */
export interface CatalogProduct {
  readonly seller: string;
  readonly name: string;
  readonly upc: string;
  readonly sku: string;
  readonly style_number: string | null;
  readonly category: string;
  readonly description: string;
  /** 1 to 5 paths without size and extension. */
  readonly photos: readonly string[];
  readonly msrp_cents: Cents;
  readonly wholesale_cents: Cents;
  readonly seller_price_cents: Cents;
  /** null: to be determined. */
  readonly units: Units | null;
  readonly min_order_units: Units | null;
  readonly gender: 'unisex' | 'f' | 'm';
  readonly seller_size: string | null;
  readonly expiration_date: string | null;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly weight: number;
  readonly weight_unit: 'lbs' | 'oz';
  readonly packaging_type: 'retail_ready' | 'ecommerce_ready' | 'other packaging type';
  readonly inner_count: bigint;
  readonly inner_quantity: bigint;
  readonly outer_quantity: bigint;
}

const CATEGORIES: readonly (readonly [string, readonly ProductKind[]])[] = [
  ['apparel', APPAREL],
  ['beauty', BEAUTY],
  ['consumables', CONSUMABLES],
  ['footwear', FOOTWEAR],
  ['home', HOME],
  ['pet', PET],
  ['toys', TOYS],
  ['other category', OTHER],
];

function product(category: string, line: ProductKind, text: string, index: number): CatalogProduct {
  const [seller = '', color = '', ...words] = text.split(' ');
  const name = words.join(' ');
  const brand = BRANDS.find(({ slug }) => slug === seller);
  if (!brand) throw new Error(`No brand ${seller} for ${name}`);
  const [inner, inners] = line.pack;
  const [length, width, height, weight, weight_unit] = line.box;
  const units = unitsOf(line, name, index);
  const initials = seller
    .replace(/[^a-z]/g, '')
    .slice(0, 3)
    .toUpperCase();
  const code = line.kind
    .replace(/[^a-z]/g, '')
    .slice(0, 4)
    .toUpperCase();
  return {
    seller,
    name,
    upc: upc12(brand.prefix, 10_000 + ((index * 137) % 89_989)),
    sku: `${initials}-${code}-${String(1000 + index)}`,
    style_number:
      hash(`${name} style`) % 4 === 0 ? null : `${code.slice(0, 2)}${2_100 + (hash(line.kind) % 7_000)}`,
    category,
    description: describeLot(line, name, category),
    photos: photosOf(line, color),
    ...pricesOf(line, name),
    units,
    min_order_units: minimumOf(line, name, units),
    gender: genderOf(name),
    seller_size: line.sizes ? pickFrom(line.sizes, `${name} size`) : null,
    expiration_date: expirationOf(category, name),
    length,
    width,
    height,
    weight,
    weight_unit,
    packaging_type: pickFrom(
      ['retail_ready', 'retail_ready', 'ecommerce_ready', 'other packaging type'],
      `${name} packaging`,
    ),
    inner_count: BigInt(inners),
    inner_quantity: BigInt(inner),
    outer_quantity: BigInt(inner * inners),
  };
}

function photosOf({ kind, products, alone = [], more = [] }: ProductKind, color: string): string[] {
  const own = `/demo/${kind}-${color}`;
  const group = `/demo/${kind}-group`;
  if (alone.includes(color)) return [own, group, ...more.map((view) => `${own}-${view}`)];
  return products.every((text) => text.split(' ')[1] === color) ? [own] : [group];
}

function genderOf(name: string) {
  if (/^Women’s|^Girls’/.test(name)) return 'f';
  return /^Men’s|^Boys’/.test(name) ? 'm' : 'unisex';
}

/** The best-by date, MM/YYYY. */
function expirationOf(category: string, name: string): string | null {
  if (category !== 'consumables' && category !== 'beauty' && !/Food|Kibble|Chews/.test(name)) return null;
  const month = 1 + (hash(`${name} month`) % 12);
  return `${String(month).padStart(2, '0')}/${2027 + (hash(`${name} year`) % 3) + (month < 7 ? 1 : 0)}`;
}

/** In the order of the files, which determines the ids. */
export const CATALOG: readonly CatalogProduct[] = CATEGORIES.flatMap(([category, lines]) =>
  lines.flatMap((line) => line.products.map((text) => ({ category, line, text }))),
).map(({ category, line, text }, index) => product(category, line, text, index));
