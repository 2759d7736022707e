import { sellByLabels } from '../contract/case-packs';
import { categoryLabels, packagingLabels } from '../contract/categories';
import { conditionLabels } from '../contract/product-conditions';
import {
  anyOf,
  cents,
  count,
  decimal,
  flag,
  id,
  integer,
  keysOf,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  tagged,
  text,
  time,
  units,
} from '../openapi/answer';
import {
  checkUpc,
  createProduct,
  deleteProduct,
  genders,
  offerPlaces,
  ownStatuses,
  type Product,
  type ProductCard,
  type Readiness,
  updateProduct,
  weightUnits,
} from './contract';
import {
  type BulkAnswer,
  changeProducts,
  type ProductChange,
  showChanges,
  undoChange,
} from './manage/contract';
import { stepNames } from './rules';
import { type ProductSync, type SyncedProduct, syncProducts } from './sync/contract';

export const card = {
  id,
  seller_id: id,
  seller_user_id: nullable(id),
  seller: object<ProductCard['seller']>({ id, name: text }),
  name: text,
  main_image_url: nullable(text),
  category: oneOf(keysOf(categoryLabels)),
  units: nullable(units),
  min_order_units: nullable(units),
  order_multiple: optional(units),
  condition: optional(nullable(oneOf(keysOf(conditionLabels)))),
  ship_from_state: optional(nullable(text)),
  msrp_cents: nullable(cents),
  seller_price_cents: nullable(cents),
  percent_off_msrp: nullable(integer),
} as const;

export const offerPlace = nullable(oneOf(offerPlaces));

export const productCard = object<ProductCard>(card, 'ProductCard');

const readiness = object<Readiness>(
  {
    score: count,
    missing: list(
      object<Readiness['missing'][number]>({
        key: oneOf([
          'photos',
          'description',
          'condition',
          'ship_from',
          'units',
          'dimensions',
          'category',
          'minimum',
        ]),
        points: count,
        label: text,
        step: oneOf(stepNames),
      }),
    ),
  },
  'Readiness',
);

const photo = nullable(text);

const product = object<Product>(
  {
    ...card,
    seller: object<Product['seller']>({
      id,
      name: text,
      description: text,
      logo_url: nullable(text),
      min_order_cents: optional(nullable(cents)),
    }),
    sell_by: optional(oneOf(keysOf(sellByLabels))),
    images: list(text),
    upc: text,
    sku: nullable(text),
    asin: nullable(text),
    style_number: nullable(text),
    description: text,
    photo_1: photo,
    photo_2: photo,
    photo_3: photo,
    photo_4: photo,
    photo_5: photo,
    gender: oneOf(keysOf(genders)),
    seller_size: nullable(text),
    expiration_date: nullable(text),
    length: nullable(decimal),
    width: nullable(decimal),
    height: nullable(decimal),
    weight: nullable(decimal),
    weight_unit: oneOf(weightUnits),
    packaging_type: oneOf(keysOf(packagingLabels)),
    inner_count: nullable(units),
    inner_quantity: nullable(units),
    outer_quantity: nullable(units),
    provisional: flag,
    created_at: time,
    offer_state: optional(offerPlace),
    status: optional(oneOf(ownStatuses)),
    wholesale_cents: optional(nullable(cents)),
    location_id: optional(nullable(id)),
    provisional_errors: optional(record(text)),
    readiness: optional(readiness),
    can_delete: optional(flag),
    version: optional(count),
  },
  'Product',
);

const synced = object<SyncedProduct>(
  {
    id,
    version: count,
    name: nullable(text),
    upc: nullable(text),
    sku: nullable(text),
    asin: nullable(text),
    style_number: nullable(text),
    category: nullable(oneOf(keysOf(categoryLabels))),
    description: nullable(text),
    photo_1: photo,
    photo_2: photo,
    photo_3: photo,
    photo_4: photo,
    photo_5: photo,
    msrp_cents: nullable(cents),
    wholesale_cents: nullable(cents),
    seller_price_cents: nullable(cents),
    units: nullable(units),
    min_order_units: nullable(units),
    gender: nullable(oneOf(keysOf(genders))),
    seller_size: nullable(text),
    expiration_date: nullable(text),
    length: nullable(decimal),
    width: nullable(decimal),
    height: nullable(decimal),
    weight: nullable(decimal),
    weight_unit: nullable(oneOf(weightUnits)),
    packaging_type: nullable(oneOf(keysOf(packagingLabels))),
    inner_count: nullable(units),
    inner_quantity: nullable(units),
    outer_quantity: nullable(units),
    sell_by: nullable(oneOf(keysOf(sellByLabels))),
    condition: nullable(oneOf(keysOf(conditionLabels))),
    location_id: nullable(id),
    paused: nullable(flag),
    provisional: flag,
    provisional_errors: record(text),
    updated_at: time,
    deleted_at: nullable(time),
  },
  'SyncedProduct',
);

const bulk = object<BulkAnswer>({
  changed: count,
  unchanged: count,
  refused_count: count,
  refused: list(object<BulkAnswer['refused'][number]>({ id, name: text, message: text })),
  undo: nullable(id),
});

const fieldValue = anyOf(anyOf(nullable(text), units), anyOf(decimal, flag));

const change = object<ProductChange>(
  {
    id,
    at: time,
    by: nullable(
      object<NonNullable<ProductChange['by']>>({
        id: nullable(id),
        name: text,
        kind: oneOf(['person', 'key', 'staff']),
      }),
    ),
    source: oneOf(['form', 'bulk', 'import', 'batch', 'staff', 'undo']),
    source_id: nullable(id),
    fields: list(object<ProductChange['fields'][number]>({ field: text, from: fieldValue, to: fieldValue })),
  },
  'ProductChange',
);

const choice = (labels: Readonly<Record<string, string>>) => ({
  type: ['string', 'null'],
  enum: [...Object.keys(labels), null],
});

/** The schema reads these in other spellings, too. */
export const productKeywords = {
  category: choice(categoryLabels),
  condition: choice(conditionLabels),
  gender: choice(genders),
  packaging_type: choice(packagingLabels),
  sell_by: choice(sellByLabels),
  weight_unit: { type: ['string', 'null'], enum: [...weightUnits, null] },
};

const doc = tagged('Products');

export default [
  doc(createProduct, {
    summary: 'Add a product',
    answer: product,
    fields: productKeywords,
    example: {
      product: {
        name: 'Stoneware mug, 12 oz',
        upc: '012345678905',
        category: 'home',
        photo_1: 'https://cdn.example.com/mug.jpg',
        msrp_cents: 1800,
        wholesale_cents: 900,
        seller_price_cents: 450,
        units: 1500,
        min_order_units: 24,
        condition: 'new',
      },
    },
  }),
  doc(updateProduct, {
    summary: 'Change fields of a product; null clears one',
    answer: product,
    fields: productKeywords,
    example: { product: { units: 1200, old_units: 1500, seller_price_cents: 425 } },
  }),
  doc(deleteProduct, { summary: 'Delete a product', answer: null }),
  doc(changeProducts, {
    summary: 'Change one field of many products',
    answer: bulk,
    fields: { condition: productKeywords.condition },
    example: { ids: [812], change: { paused: true } },
  }),
  doc(undoChange, { summary: 'Undo a change of many products', answer: bulk }),
  doc(showChanges, {
    summary: 'Read what was changed of a product, by whom and from where',
    answer: object<{ changes: ProductChange[] }>({ changes: list(change) }),
    query: { page: 1 },
  }),
  doc(syncProducts, {
    summary: 'Read all products page by page, or those that changed since the last sync',
    answer: object<ProductSync>({
      products: list(synced),
      next_cursor: nullable(text),
      next_updated_since: time,
    }),
    query: { updated_since: '2026-11-24T15:00:00Z', per: 200, include_deleted: true },
  }),
  doc(checkUpc, {
    summary: 'Find out whether a UPC is free',
    answer: object<{ available: boolean }>({ available: flag }),
    query: { upc: '012345678905' },
  }),
];
