import type { SellerRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import { ownerChanged } from '../accounts/owner-cache';
import { type Person, staff } from '../accounts/policy';
import { REQUIRED } from '../contract/fields';
import { HttpError, Invalid, NotFound } from '../http/errors';
import type { Services } from '../services';
import { isFileKey, publicUrl } from '../storage/keys';
import { inspectFirst } from '../uploads/inspect-first';
import { attachImage, type ImageServices } from '../uploads/upload';
import type { SellerInput } from './contract';
import { sellerById } from './queries';

export type PictureServices = Pick<Services, 'db' | 'store' | 'inspectImage' | 'transaction'>;

interface Pictures {
  readonly logo?: string | null | undefined;
  readonly banner?: string | null | undefined;
}

/** A transaction that may attach these pictures. */
export const withPictures = <Result>(
  services: PictureServices,
  userId: number,
  { logo, banner }: Pictures,
  work: (tx: Tx, images: ImageServices) => Promise<Result>,
) =>
  inspectFirst(services, userId, [logo, banner], (images) => services.transaction((tx) => work(tx, images)));

/** Throws 422 where a required field is cleared. */
export const saveProfile = (services: PictureServices, sellerId: number, input: SellerInput, by: Person) =>
  withPictures(services, by.id, input, async (tx, images) => {
    const shown = await sellerById(tx, sellerId);
    if (!shown) throw NotFound();
    refuseCleared(input);
    const columns = {
      ...(input.name && { name: input.name }),
      ...(input.description && { description: input.description }),
      ...(input.min_order_cents !== undefined && { min_order_cents: input.min_order_cents }),
      ...(await pictures(tx, images, by.id, shown, input)),
    };
    const seller = await tx('sellers').where({ id: sellerId }).forNoKeyUpdate().first();
    if (!seller) throw NotFound();
    await tx('sellers')
      .where({ id: sellerId })
      .update({ ...columns, version: seller.version + 1, updated_at: tx.fn.now() });
    ownerChanged(tx, { sellerId });
    const saved = await sellerById(tx, sellerId);
    if (!saved) throw NotFound();
    if (staff(by)) await audit(tx, by, 'update_seller', 'seller', sellerId, { before: seller, after: saved });
    if (saved.profile_complete && !seller.profile_complete) await tx.events.profileCompleted(sellerId);
    return saved;
  });

function refuseCleared(input: SellerInput) {
  const cleared = (['logo', 'name', 'description'] as const).filter((field) => input[field] === null);
  if (cleared.length === 0) return;
  throw Invalid(
    cleared.map(() => REQUIRED),
    Object.fromEntries(cleared.map((field) => [field, [REQUIRED]])),
  );
}

/** Call before locking the seller: copying files takes time, and acceptances wait for that lock. */
export const pictures = async (
  tx: Tx,
  images: ImageServices,
  userId: number,
  seller: SellerRow,
  { logo, banner }: Pictures,
): Promise<Partial<SellerRow>> => ({
  ...(await picture(tx, images, userId, seller, 'logo', logo)),
  ...(await picture(tx, images, userId, seller, 'banner', banner)),
});

/** Attaches an upload key, keeps the stored picture, refuses any other value. */
async function picture(
  tx: Tx,
  images: ImageServices,
  userId: number,
  seller: SellerRow,
  field: 'logo' | 'banner',
  sent: string | null | undefined,
): Promise<Partial<SellerRow>> {
  if (sent === undefined) return {};
  if (sent === null) return { [field]: null };
  const stored = seller[field];
  if (stored && [stored, publicUrl(stored, 400), publicUrl(stored, 1200)].includes(sent)) return {};
  const refused = (message: string) => Invalid(message, { [field]: [message] });
  if (!isFileKey(sent)) throw refused('Upload the file again');
  try {
    return { [field]: await attachImage(tx, images, userId, sent) };
  } catch (error) {
    const [message] = error instanceof HttpError && Array.isArray(error.body.errors) ? error.body.errors : [];
    throw typeof message === 'string' ? refused(message) : error;
  }
}

/** Where to pay, for staff alone. Never bank details. */
export const savePayoutNote = (tx: Tx, id: number, payout_note: string | null) =>
  tx('sellers').where({ id }).update({ payout_note });
