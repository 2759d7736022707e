import type { ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { HttpError, Invalid } from '../http/errors';
import { isFileKey, publicUrl } from '../storage/keys';
import { attachImage, type ImageServices } from '../uploads/upload';
import { type PhotoField, photoFields } from './form-contract';
import type { ProductInput } from './input-contract';
import { isPhotoAddress, PHOTO_NOT_HTTPS } from './photo-contract';

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
