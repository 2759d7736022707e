import type { UploadRow } from '../../db/tables';
import type { Services } from '../services';
import { isFileKey, newFileKey, originalOf, storedKeyOf } from '../storage/keys';
import { type ImageServices, type InspectedImage, requirePicture } from './upload';

type InspectServices = Pick<Services, 'db' | 'store' | 'inspectImage'>;

const ownUpload = ({ db }: InspectServices, userId: number, key: string): Promise<UploadRow | undefined> =>
  db('uploads').where({ key, user_id: userId }).first();

/** A row of its own has a copy deleted that a killed process leaves behind. */
async function copyOf({ db, store }: InspectServices, upload: UploadRow): Promise<string | null> {
  const copy = newFileKey();
  await db('uploads').insert({ key: copy, user_id: upload.user_id });
  return (await store.copy(upload.key, copy)) ? copy : null;
}

async function inspect(services: InspectServices, upload: UploadRow): Promise<InspectedImage | null> {
  const copy = upload.attached_at ? null : await copyOf(services, upload);
  if (!upload.attached_at && copy === null) return null;
  const error = await requirePicture(services, copy ?? originalOf(storedKeyOf(upload.key))).then(
    () => null,
    (reason: Error) => reason,
  );
  return { copy, error };
}

/** Inspects uploads before the transaction that attaches them: it takes seconds, and connections are few. */
export async function inspectFirst<Result>(
  services: InspectServices,
  userId: number,
  sent: readonly unknown[],
  work: (images: ImageServices) => Promise<Result>,
): Promise<Result> {
  const { db, store, inspectImage } = services;
  const inspected = new Map<string, InspectedImage>();
  try {
    for (const key of sent) {
      if (typeof key !== 'string' || !isFileKey(key) || inspected.has(key)) continue;
      const upload = await ownUpload(services, userId, key);
      const image = upload && (await inspect(services, upload));
      if (image) inspected.set(key, image);
    }
    return await work({ store, inspectImage, inspected });
  } finally {
    for (const { copy } of inspected.values())
      if (copy) {
        await store.delete(copy);
        await db('uploads').where({ key: copy }).delete();
      }
  }
}
