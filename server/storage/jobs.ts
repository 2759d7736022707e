import { object, string } from 'yup';
import { transaction } from '../../db/transaction';
import { job } from '../jobs/job';
import { every } from '../jobs/schedule';
import type { Services } from '../services';
import { deleteDrafts } from './disk';
import { originalOf, storedKeyOf } from './keys';
import { makeSizes } from './sizes';

const aKey = object({ key: string().required() });

/** The sizes that pages show. A picture that cannot be decoded stays undecoded: a few tries are enough. */
export const resizeImage = job('resize-image', aKey, ({ store }, { key }) => makeSizes(store, key), {
  attempts: 4,
});

/** The upload of an attached file, which is kept elsewhere. */
export const discardUpload = job('discard-upload', aKey, ({ store }, { key }) => store.delete(key));

const BATCH = 100;

async function deleteBatch({ db, store }: Services) {
  return transaction(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { key: string }[] }>(
      `delete from uploads where key in (
         select key from uploads where attached_at is null and created_at < now() - interval '24 hours'
         order by created_at limit ? for update skip locked)
       returning key`,
      [BATCH],
    );
    for (const { key } of rows) {
      await store.delete(key);
      // The copy of an attaching that came to nothing.
      await store.delete(originalOf(storedKeyOf(key)));
    }
    return rows.length;
  });
}

/** What was uploaded and not attached within 24 hours. */
export const deleteStaleUploads = job('delete-stale-uploads', object({}), async (services) => {
  while ((await deleteBatch(services)) === BATCH);
  const { storage } = services.config;
  if (storage.kind === 'disk') await deleteDrafts(storage.dir);
});

export const storageJobs = [resizeImage, discardUpload, deleteStaleUploads];

export const storageSchedule = [every('7 * * * *', deleteStaleUploads)];
