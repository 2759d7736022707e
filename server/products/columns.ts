import type { ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { HttpError, Invalid } from '../http/errors';
import type { Services } from '../services';
import { isFileKey, publicUrl } from '../storage/keys';
import { inspectFirst } from '../uploads/inspect-first';
import { attachImage, type ImageServices } from '../uploads/upload';
import type { ProductInput } from './contract';
import { defaultOf, sizeFields } from './defaults';
import { sanitizeRichText } from './rich-text';
import { isPhotoAddress, PHOTO_NOT_HTTPS, type PhotoField, photoFields } from './rules';

const fields = [
  ...(['name', 'upc', 'sku', 'asin', 'style_number', 'category', 'description'] as const),
  ...(['msrp_cents', 'wholesale_cents', 'seller_price_cents', 'min_order_units'] as const),
  ...(['gender', 'seller_size', 'expiration_date', 'length', 'width', 'height', 'weight'] as const),
  ...(['weight_unit', 'packaging_type', 'inner_count', 'inner_quantity', 'outer_quantity'] as const),
  ...(['sell_by', 'condition', 'location_id', 'paused'] as const),
] satisfies (keyof ProductInput)[];

/** What an input writes. Units go through the ledger. */
export const productColumns: readonly string[] = [...fields, ...photoFields];

type Written = Partial<Omit<ProductRow, 'percent_off_msrp' | 'units'>>;

export function changedColumns(input: ProductInput, photos: Partial<Photos> = {}): Written {
  const given = fields.filter((field) => input[field] !== undefined);
  return { ...photos, ...Object.fromEntries(given.map((field) => [field, columnOf(field, input[field])])) };
}

function columnOf(field: string, value: unknown): unknown {
  if (value === null) return defaultOf(field);
  if (field === 'description') return sanitizeRichText(String(value));
  return sizeFields.includes(field) ? String(value) : value;
}

type Photos = Pick<ProductRow, PhotoField>;
type PhotoValues = Readonly<{ [Field in PhotoField]?: string | null | undefined }>;

/** Clients send existing pictures back as they read them, in any order. */
export const keptBy = (product: PhotoValues | null, sent: string): string | null => {
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
