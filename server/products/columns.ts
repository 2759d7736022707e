import type { ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { HttpError, Invalid } from '../http/errors';
import type { Services } from '../services';
import { isFileKey, publicUrl } from '../storage/keys';
import { inspectFirst } from '../uploads/inspect-first';
import { attachImage, type ImageServices } from '../uploads/upload';
import { type PhotoField, photoFields } from './form-contract';
import type { ProductInput } from './input-contract';
import { isPhotoAddress, PHOTO_NOT_HTTPS } from './photo-contract';
import { sanitizeRichText } from './rich-text';

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
  paused: (paused) => ({ paused: paused ?? false }),
};

export function changedColumns(input: ProductInput, photos: Partial<Photos> = {}): Written {
  const columns: Written = { ...photos };
  for (const [field, write] of Object.entries(writers)) {
    const value = input[field as keyof ProductInput];
    if (value !== undefined) Object.assign(columns, (write as (value: unknown) => Written)(value));
  }
  return columns;
}

type Photos = Pick<ProductRow, PhotoField>;

/** Clients send existing pictures back as they read them, in any order. */
const keptBy = (product: Photos | null, sent: string): string | null => {
  for (const field of photoFields) {
    const stored = product?.[field];
    if (stored && (stored === sent || publicUrl(stored, 400) === sent || publicUrl(stored, 1200) === sent))
      return stored;
  }
  return null;
};

/** Attaches uploads (docs/rules.md#products). Throws Invalid, naming the field. */
export async function storedPhotos(
  tx: Tx,
  services: ImageServices,
  userId: number,
  product: Photos | null,
  input: ProductInput,
): Promise<Partial<Photos>> {
  const photos: Partial<Photos> = {};
  for (const field of photoFields) {
    const sent = input[field];
    if (sent === undefined) continue;
    photos[field] = sent === null ? null : (keptBy(product, sent) ?? (await storedPhoto(field, sent)));
  }
  return photos;

  async function storedPhoto(field: PhotoField, sent: string) {
    if (isPhotoAddress(sent)) return sent;
    if (!isFileKey(sent)) throw Invalid(PHOTO_NOT_HTTPS, { [field]: [PHOTO_NOT_HTTPS] });
    try {
      return await attachImage(tx, services, userId, sent);
    } catch (error) {
      const [message] =
        error instanceof HttpError && Array.isArray(error.body.errors) ? error.body.errors : [];
      throw typeof message === 'string' ? Invalid(message, { [field]: [message] }) : error;
    }
  }
}

export type PhotoServices = Pick<Services, 'db' | 'store' | 'inspectImage' | 'transaction'>;

/** A transaction that may attach the photos of this input. */
export const withPhotos = <Result>(
  services: PhotoServices,
  userId: number,
  input: ProductInput,
  work: (tx: Tx, images: ImageServices) => Promise<Result>,
) =>
  inspectFirst(
    services,
    userId,
    photoFields.map((field) => input[field]),
    (images) => services.transaction((tx) => work(tx, images)),
  );
