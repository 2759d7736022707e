import type { ClaimPhotoRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { id, object } from '../contract/fields';
import { Invalid } from '../http/errors';
import { enqueue, job } from '../jobs/job';
import { lockOrder } from '../orders/transitions';
import type { Services } from '../services';
import { makePrivateSizes } from '../storage/image-process';
import { privateSizeOf, publicUrl } from '../storage/keys';
import type { Store } from '../storage/store';
import { attachPrivateImage } from '../uploads/upload';
import { MAX_CLAIM_PHOTOS } from './rules';

export type PhotoServices = Pick<Services, 'store' | 'config' | 'transaction'>;

interface NewPhotos {
  readonly claimId: number;
  /** Absent: of the claim itself. */
  readonly messageId?: number;
  readonly userId: number;
  readonly fileKeys: readonly string[];
}

/** Attaches uploads of the person. The worker checks and resizes them; until then they are not shown. */
export async function addPhotos(
  tx: Tx,
  services: PhotoServices,
  { claimId, messageId, userId, fileKeys }: NewPhotos,
) {
  if (new Set(fileKeys).size > MAX_CLAIM_PHOTOS) throw Invalid(`Add at most ${MAX_CLAIM_PHOTOS} photos`);
  for (const fileKey of new Set(fileKeys)) {
    const file_key = await attachPrivateImage(tx, services, userId, fileKey);
    const [photo] = await tx('claim_photos')
      .insert({ claim_id: claimId, message_id: messageId ?? null, file_key })
      .returning('id');
    if (photo) await enqueue(tx, resizeClaimPhoto, { photo_id: photo.id }, { queue: 'images' });
  }
}

export const resizeClaimPhoto = job(
  'resize-claim-photo',
  object({ photo_id: id().required() }),
  async (services, { photo_id }) => {
    const photo = await services.db('claim_photos').where({ id: photo_id, ready: false }).first();
    if (!photo) return;
    const problem = await makePrivateSizes(services, photo.file_key);
    if (problem) services.log.warn({ photo: photo_id, problem }, 'a photo of a claim is not readable');
    await finishPhoto(services, photo, problem === null);
  },
  { attempts: 4 },
);

/** An unreadable photo is dropped. */
const finishPhoto = ({ transaction }: Services, { id, claim_id }: ClaimPhotoRow, isReadable: boolean) =>
  transaction(async (tx) => {
    const claim = await tx('claims').where({ id: claim_id }).first('purchase_order_id');
    if (!claim) return;
    const order = await lockOrder(tx, claim.purchase_order_id);
    const photo = tx('claim_photos').where({ id });
    await (isReadable ? photo.update({ ready: true }) : photo.delete());
    await tx.events.orderChanged(order, { event: 'claim_photo', claimId: claim_id });
  });

const PHOTO_SECONDS = 5 * 60;

export const photoUrl = (store: Store, { file_key }: Pick<ClaimPhotoRow, 'file_key'>): Promise<string> =>
  file_key.startsWith('/demo/')
    ? Promise.resolve(publicUrl(file_key, 1200))
    : store.presignGet(privateSizeOf(file_key, 1200), PHOTO_SECONDS);
