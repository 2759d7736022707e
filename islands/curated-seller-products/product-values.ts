import { type Category, categoryLabels } from '../../server/contract/categories';
import { type Cents, parseUnits } from '../../server/contract/money';

export const TEXTS = {
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

export interface Prices {
  msrp_cents: Cents | null;
  wholesale_cents: Cents | null;
  seller_price_cents: Cents | null;
}
export const NO_PRICES: Prices = { msrp_cents: null, wholesale_cents: null, seller_price_cents: null };

export const categories = (Object.keys(categoryLabels) as Category[]).map((value) => ({
  value,
  label: categoryLabels[value],
}));

const COUNTS = ['units', 'min_order_units', 'inner_count', 'inner_quantity', 'outer_quantity'] as const;
const isCount = (name: string) => (COUNTS as readonly string[]).includes(name);

/** The request body: empty fields are left out, counts become exact Units. */
export const bodyOf = (texts: typeof TEXTS, prices: Prices) =>
  Object.fromEntries(
    Object.entries({ ...texts, ...prices }).flatMap(([name, value]) => {
      if (value === '' || value === null) return [];
      return [[name, isCount(name) ? parseUnits(String(value)) : value]];
    }),
  );
