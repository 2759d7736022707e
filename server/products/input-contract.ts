import type { SellBy } from '../contract/case-packs';
import type { Category, PackagingType } from '../contract/categories';
import type { Cents, Units } from '../contract/money';
import type { ProductCondition } from '../contract/product-conditions';

type Text = string | null;

/** The body of a step. Absent keeps a field, null clears it. */
export interface ProductInput {
  name?: Text;
  upc?: Text;
  sku?: Text;
  asin?: Text;
  style_number?: Text;
  category?: Category | null;
  description?: Text;
  photo_1?: Text;
  photo_2?: Text;
  photo_3?: Text;
  photo_4?: Text;
  photo_5?: Text;
  msrp_cents?: Cents | null;
  wholesale_cents?: Cents | null;
  seller_price_cents?: Cents | null;
  units?: Units | null;
  /** The units that the form showed; a mismatch is a 409, so that no sale is undone. */
  old_units?: Units | null;
  min_order_units?: Units | null;
  gender?: 'unisex' | 'f' | 'm' | null;
  seller_size?: Text;
  expiration_date?: Text;
  length?: number | null;
  width?: number | null;
  height?: number | null;
  weight?: number | null;
  weight_unit?: 'lbs' | 'oz' | null;
  packaging_type?: PackagingType | null;
  inner_count?: Units | null;
  inner_quantity?: Units | null;
  outer_quantity?: Units | null;
  sell_by?: SellBy | null;
  condition?: ProductCondition | null;
  location_id?: number | null;
  /** Off sale: not listed, while open offers go on. */
  paused?: boolean | null;
}

/** What a product has in place of no value; null in the other fields. */
export const productDefaults = {
  name: '',
  upc: '',
  category: 'other category',
  description: '',
  gender: 'unisex',
  weight_unit: 'lbs',
  packaging_type: 'retail_ready',
  sell_by: 'unit',
  paused: false,
} as const satisfies ProductInput;

export const defaultOf = (field: string): unknown =>
  (productDefaults as Readonly<Record<string, unknown>>)[field] ?? null;

/** In their columns text, so that none is rounded. */
export const sizeFields: readonly string[] = ['length', 'width', 'height', 'weight'];
