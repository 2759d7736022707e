import { type Category, categoryLabels } from '../../server/contract/categories';
import { type Cents, parseUnits } from '../../server/contract/money';

const TEXTS = {
  name: '',
  upc: '',
  sku: '',
  description: '',
  category: 'other category',
  length: '',
  width: '',
  height: '',
  weight: '',
  weight_unit: 'lbs',
  units: '',
  min_order_units: '',
  inner_count: '',
  inner_quantity: '',
  outer_quantity: '',
  photo_1: '',
  photo_2: '',
  photo_3: '',
  photo_4: '',
  photo_5: '',
};
export type TextName = keyof typeof TEXTS;
export type PriceName = 'msrp_cents' | 'wholesale_cents' | 'seller_price_cents';

export type ProductValues = Record<TextName, string> & Record<PriceName, Cents | null>;
export const NO_VALUES: ProductValues = {
  ...TEXTS,
  msrp_cents: null,
  wholesale_cents: null,
  seller_price_cents: null,
};

export const categories = (Object.keys(categoryLabels) as Category[]).map((value) => ({
  value,
  label: categoryLabels[value],
}));

const COUNTS = ['units', 'min_order_units', 'inner_count', 'inner_quantity', 'outer_quantity'] as const;
const isCount = (name: string) => (COUNTS as readonly string[]).includes(name);

/** The request body: empty fields are left out, counts become exact Units. */
export const bodyOf = (values: ProductValues) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === '' || value === null) return [];
      return [[name, isCount(name) ? parseUnits(String(value)) : value]];
    }),
  );
