import { sellByLabels } from '../../server/contract/case-packs';
import { categoryLabels, packagingLabels } from '../../server/contract/categories';
import { type Cents, dollars, formatUnits } from '../../server/contract/money';
import { conditionLabels } from '../../server/contract/product-conditions';
import { genders } from '../../server/products/contract';
import type { ProductChange } from '../../server/products/manage/contract';

type Field = ProductChange['fields'][number];
type Value = Field['from'];

const NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  upc: 'UPC',
  sku: 'SKU',
  asin: 'ASIN',
  style_number: 'Style number',
  category: 'Category',
  description: 'Description',
  photo_1: 'Photo 1',
  photo_2: 'Photo 2',
  photo_3: 'Photo 3',
  photo_4: 'Photo 4',
  photo_5: 'Photo 5',
  msrp_cents: 'MSRP',
  wholesale_cents: 'Wholesale price',
  seller_price_cents: 'Asking price',
  units: 'Units',
  min_order_units: 'Minimum order',
  condition: 'Condition',
  gender: 'Gender',
  seller_size: 'Seller size',
  expiration_date: 'Expiration date',
  length: 'Length',
  width: 'Width',
  height: 'Height',
  weight: 'Weight',
  weight_unit: 'Weight unit',
  location_id: 'Ships from',
  packaging_type: 'Packaging type',
  inner_quantity: 'Inner quantity',
  inner_count: 'Number of inners',
  outer_quantity: 'Outer quantity',
  sell_by: 'Sell by',
};

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  category: categoryLabels,
  condition: conditionLabels,
  gender: genders,
  packaging_type: packagingLabels,
  sell_by: sellByLabels,
};

/** Too long to be shown, or an address. */
const isUnshown = (field: string) => field === 'description' || field.startsWith('photo_');

const isMissing = (value: Value) => value === null || value === '';

function verb({ from, to }: Field) {
  if (isMissing(from)) return 'added';
  return isMissing(to) ? 'removed' : 'changed';
}

function shown(field: string, value: Value, locations: ReadonlyMap<number, string>): string {
  if (isMissing(value))
    return field === 'units' ? 'TBD' : field === 'location_id' ? 'Default location' : 'none';
  if (field === 'location_id') return locations.get(Number(value)) ?? 'Other location';
  if (field.endsWith('_cents')) return dollars(value as Cents);
  if (typeof value === 'bigint') return formatUnits(value);
  return LABELS[field]?.[String(value)] ?? String(value);
}

/** 'Units 100 → 40'. `locations`: their names by id. */
export function fieldText(change: Field, locations: ReadonlyMap<number, string>): string {
  const { field, from, to } = change;
  if (field === 'deleted') return 'Deleted';
  if (field === 'paused') return to ? 'Paused' : 'Resumed';
  const name = NAMES[field] ?? field;
  if (isUnshown(field)) return `${name} ${verb(change)}`;
  return `${name} ${shown(field, from, locations)} → ${shown(field, to, locations)}`;
}

const SOURCES: Readonly<Record<ProductChange['source'], string | null>> = {
  form: 'Product page',
  bulk: 'Bulk edit',
  import: 'CSV import',
  batch: 'API',
  // As the author is called.
  staff: null,
  undo: 'Undo',
};

/** A key has no page. */
export const sourceText = ({ source, by }: ProductChange): string | null =>
  source === 'form' && by?.kind === 'key' ? SOURCES.batch : SOURCES[source];
