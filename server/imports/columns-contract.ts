import type { ProductInput } from '../products/input-contract';

/** A product's field that a column can fill. */
export type ImportField = keyof Omit<ProductInput, 'old_units'> & string;

export interface TemplateColumn {
  heading: string;
  field: ImportField;
  required: boolean;
}

const column = (heading: string, field: ImportField, required = false): TemplateColumn => ({
  heading,
  field,
  required,
});

/** The template's columns in its order (docs/rules.md#import). One photo of the five is required. */
export const templateColumns: readonly TemplateColumn[] = [
  column('UPC', 'upc', true),
  column('Product Name', 'name', true),
  column('Photo URL 1', 'photo_1', true),
  column('Photo URL 2', 'photo_2'),
  column('Photo URL 3', 'photo_3'),
  column('Photo URL 4', 'photo_4'),
  column('Photo URL 5', 'photo_5'),
  column('Unit MSRP', 'msrp_cents', true),
  column('Unit Wholesale', 'wholesale_cents', true),
  column('Unit Asking Price', 'seller_price_cents', true),
  column('Units', 'units', true),
  column('Minimum Order Quantity', 'min_order_units'),
  column('SKU', 'sku'),
  column('ASIN', 'asin'),
  column('Style Number', 'style_number'),
  column('Description', 'description'),
  column('Category', 'category'),
  column('Gender', 'gender'),
  column('Seller Size', 'seller_size'),
  column('Expiration Date', 'expiration_date'),
  column('Packaging Type', 'packaging_type'),
  column('Length', 'length'),
  column('Width', 'width'),
  column('Height', 'height'),
  column('Weight', 'weight'),
  column('Weight Unit', 'weight_unit'),
  column('Inner Quantity', 'inner_quantity'),
  column('Number of Inners', 'inner_count'),
  column('Outer Quantity', 'outer_quantity'),
];

/** A photo's heading without its number, as often as one likes. */
export const ANY_PHOTO = 'Photo URL';
/** The column that our own list of refused rows carries: read over when that list comes back. */
export const REASON = 'What to do';

/** Stands for the whole row where a problem is not in one cell. */
export const ROW = 'row';

const headings = new Map<string, string>([
  ...templateColumns.map(({ heading, field }) => [field, heading] as const),
  [ROW, 'Row'],
]);
export const headingOf = (field: string): string => headings.get(field) ?? field;

export const importFields = templateColumns.map(({ field }) => field);
export const isImportField = (name: string): name is ImportField => (importFields as string[]).includes(name);
