import sanitize from 'sanitize-html';
import type { ProductRow } from '../../db/tables';
import type { PhotoField } from './form-contract';
import type { ProductInput } from './input-contract';

type Written = Partial<Omit<ProductRow, 'percent_off_msrp' | 'units'>>;

/** numeric columns travel as text, without rounding. */
const decimal = (value: number | null) => (value === null ? null : String(value));

// Writable columns and the value that means "cleared". Units go through the ledger.
const writers: {
  [Field in keyof ProductInput]?: (value: NonNullable<ProductInput[Field]> | null) => Written;
} = {
  name: (name) => ({ name: name ?? '' }),
  upc: (upc) => ({ upc: upc ?? '' }),
  sku: (sku) => ({ sku }),
  asin: (asin) => ({ asin }),
  style_number: (style_number) => ({ style_number }),
  category: (category) => ({ category: category ?? 'other category' }),
  description: (description) => ({ description: sanitizeRichText(description ?? '') }),
  msrp_cents: (msrp_cents) => ({ msrp_cents }),
  wholesale_cents: (wholesale_cents) => ({ wholesale_cents }),
  seller_price_cents: (seller_price_cents) => ({ seller_price_cents }),
  min_order_units: (min_order_units) => ({ min_order_units }),
  gender: (gender) => ({ gender: gender ?? 'unisex' }),
  seller_size: (seller_size) => ({ seller_size }),
  expiration_date: (expiration_date) => ({ expiration_date }),
  length: (length) => ({ length: decimal(length) }),
  width: (width) => ({ width: decimal(width) }),
  height: (height) => ({ height: decimal(height) }),
  weight: (weight) => ({ weight: decimal(weight) }),
  weight_unit: (weight_unit) => ({ weight_unit: weight_unit ?? 'lbs' }),
  packaging_type: (packaging_type) => ({ packaging_type: packaging_type ?? 'retail_ready' }),
  inner_count: (inner_count) => ({ inner_count }),
  inner_quantity: (inner_quantity) => ({ inner_quantity }),
  outer_quantity: (outer_quantity) => ({ outer_quantity }),
  sell_by: (sell_by) => ({ sell_by: sell_by ?? 'unit' }),
  condition: (condition) => ({ condition }),
  location_id: (location_id) => ({ location_id }),
};

export function changedColumns(
  input: ProductInput,
  photos: Partial<Pick<ProductRow, PhotoField>> = {},
): Written {
  const columns: Written = { ...photos };
  for (const [field, write] of Object.entries(writers)) {
    const value = input[field as keyof ProductInput];
    if (value !== undefined) Object.assign(columns, (write as (value: unknown) => Written)(value));
  }
  return columns;
}

const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    'p',
    'div',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'ul',
    'ol',
    'li',
    'h3',
    'h4',
    'blockquote',
    'pre',
    'a',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // The page has the only h1 and puts an h2 above the description.
    h1: 'h3',
    h2: 'h3',
    a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer', target: '_blank' }),
  },
  nestingLimit: 20,
};

const sanitizeRichText = (html: string): string => sanitize(html, ALLOWED).trim();
