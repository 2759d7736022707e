import type { Category, PackagingType } from '../contract/categories';
import { cacheJson } from '../http/json-cache';
import type { Identity } from '../http/viewer';
import type { CardRow } from '../search/search';
import { publicUrl } from '../storage/keys';
import type { Gender, OfferPlace, OwnProduct, Product, ProductCard, Readiness, WeightUnit } from './contract';
import type { OwnCardRow } from './manage/queries';
import { seesAll } from './policy';
import type { ProductWithSeller } from './queries';
import { readinessOf } from './readiness';
import { photoFields } from './rules';

export const productCard = (row: CardRow): ProductCard => ({
  id: row.id,
  seller_id: row.seller_id,
  seller_user_id: row.seller_user_id,
  seller: { id: row.seller_id, name: row.seller_name },
  name: row.name,
  main_image_url: row.photo_1 === null ? null : publicUrl(row.photo_1, 400),
  category: row.category as Category,
  units: row.units,
  min_order_units: row.min_order_units,
  order_multiple: row.order_multiple,
  condition: row.condition,
  ship_from_state: row.ship_from_state,
  msrp_cents: row.msrp_cents,
  seller_price_cents: row.seller_price_cents,
  percent_off_msrp: row.percent_off_msrp,
});

/** The search keeps these lists, so that a cached page serializes once. */
export const productCards = (rows: readonly CardRow[]): ProductCard[] => cacheJson(rows.map(productCard));

export const ownProduct = (row: OwnCardRow): OwnProduct => ({
  ...productCard(row),
  upc: row.upc,
  sku: row.sku,
  wholesale_cents: row.wholesale_cents,
  provisional: row.provisional,
  provisional_errors: row.provisional_errors,
  can_delete: row.can_delete,
  readiness: readiness(row),
  status: row.status,
});

type ReadinessRow = Pick<
  ProductWithSeller,
  | (typeof photoFields)[number]
  | 'description'
  | 'condition'
  | 'ship_from_state'
  | 'units'
  | 'length'
  | 'width'
  | 'height'
  | 'weight'
  | 'category'
  | 'min_order_units'
  | 'sell_by'
>;

const readiness = (row: ReadinessRow): Readiness =>
  readinessOf({
    ...row,
    photos: photoFields.filter((field) => row[field] !== null).length,
    category: row.category as Category,
    length: decimal(row.length),
    width: decimal(row.width),
    height: decimal(row.height),
    weight: decimal(row.weight),
  });

const large = (stored: string | null) => (stored === null ? null : publicUrl(stored, 1200));
const decimal = (value: string | null) => (value === null ? null : Number(value));

interface Verdicts {
  can_delete?: boolean;
  offer_state?: OfferPlace | null;
}

export function productDocument(
  row: ProductWithSeller,
  viewer: Identity | null,
  { can_delete, offer_state }: Verdicts = {},
): Product {
  const images = photoFields.flatMap((field) => large(row[field]) ?? []);
  return {
    id: row.id,
    seller_id: row.seller_id,
    seller_user_id: row.seller_user_id,
    seller: sellerOf(row),
    name: row.name,
    upc: row.upc,
    sku: row.sku,
    asin: row.asin,
    style_number: row.style_number,
    category: row.category as Category,
    description: row.description,
    main_image_url: images[0] ?? null,
    images,
    photo_1: large(row.photo_1),
    photo_2: large(row.photo_2),
    photo_3: large(row.photo_3),
    photo_4: large(row.photo_4),
    photo_5: large(row.photo_5),
    msrp_cents: row.msrp_cents,
    seller_price_cents: row.seller_price_cents,
    percent_off_msrp: row.percent_off_msrp,
    units: row.units,
    min_order_units: row.min_order_units,
    sell_by: row.sell_by,
    order_multiple: row.order_multiple,
    condition: row.condition,
    ship_from_state: row.ship_from_state,
    gender: row.gender as Gender,
    seller_size: row.seller_size,
    expiration_date: row.expiration_date,
    length: decimal(row.length),
    width: decimal(row.width),
    height: decimal(row.height),
    weight: decimal(row.weight),
    weight_unit: row.weight_unit as WeightUnit,
    packaging_type: row.packaging_type as PackagingType,
    inner_count: row.inner_count,
    inner_quantity: row.inner_quantity,
    outer_quantity: row.outer_quantity,
    provisional: row.provisional,
    created_at: row.created_at.toISOString(),
    ...(offer_state !== undefined && { offer_state }),
    ...(seesAll(viewer, row) && {
      wholesale_cents: row.wholesale_cents,
      location_id: row.location_id,
      provisional_errors: row.provisional_errors,
      readiness: readiness(row),
      status: row.status,
      version: row.version,
      ...(can_delete !== undefined && { can_delete }),
    }),
  };
}

const sellerOf = (row: ProductWithSeller): Product['seller'] => ({
  id: row.seller_id,
  name: row.seller_name,
  description: row.seller_description,
  logo_url: row.seller_logo === null ? null : publicUrl(row.seller_logo, 400),
  min_order_cents: row.seller_min_order_cents,
});
