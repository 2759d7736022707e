import type { ProductInput } from '../products/contract';

export const MAX_CSV_ROWS = 100_000;
export const MAX_CSV_COLUMNS = 500;
export const CSV_TOO_LARGE = 'File is too large. Maximum file size is 4 MB.';
export const SAVE_AS_CSV =
  'In Excel, choose File > Save As > CSV UTF-8 (Comma delimited). In Google Sheets, choose File > Download > Comma-separated values. Then upload that file.';

export type ImportField = keyof Omit<ProductInput, 'old_units' | 'location_id' | 'paused' | 'version'> &
  string;

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

/** In the template's order (docs/rules.md#import). One of the five photos is required. */
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

/** Read where a file has them; the template does without (docs/rules.md#import). */
export const moreColumns: readonly TemplateColumn[] = [
  column('Condition', 'condition'),
  column('Sell By', 'sell_by'),
];

export const importColumns = [...templateColumns, ...moreColumns];

/** Extra column of the rejected rows' CSV; ignored when that file is uploaded. */
export const REASON = 'What to do';

/** The field name of problems that concern the whole row. */
export const ROW = 'row';

const headings = new Map<string, string>([
  ...importColumns.map(({ heading, field }) => [field, heading] as const),
  [ROW, 'Row'],
]);
export const headingOf = (field: string): string => headings.get(field) ?? field;

export const importFields = importColumns.map(({ field }) => field);
export const isImportField = (name: string): name is ImportField => (importFields as string[]).includes(name);

/** Headings of the columns without which no row can be imported: products that the seller has need no name. */
export function neededHeadings({
  missing,
  counts: { refused, ...accepted },
}: {
  missing: readonly string[];
  /** Rows by status. */
  counts: Readonly<Record<string, number>>;
}): string[] {
  const hasKnown = Object.values(accepted).some((count) => count > 0);
  return missing.filter((heading) => heading === 'UPC' || (heading === 'Product Name' && !hasKnown));
}
