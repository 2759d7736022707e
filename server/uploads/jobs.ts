import { object, string } from 'yup';
import type { Tx } from '../../db/transaction';
import { enqueue, job } from '../jobs/job';
import type { Services } from '../services';
import { deleteStaleDrafts } from '../storage/disk';
import { makeSizes } from '../storage/image-process';
import { originalOf, privateOriginalOf, storedKeyOf } from '../storage/keys';

const aKey = object({ key: string().required() });

export const resizeImage = job(
  'resize-image',
  aKey,
  async (services, { key }) => {
    const problem = await makeSizes(services, key);
    if (problem) services.log.warn({ file: key, problem }, 'a picture was not resized');
  },
  { attempts: 4 },
);

const jobKeyOf = (storedKey: string) => `resize ${storedKey}`;

export const enqueueResize = (tx: Tx, storedKey: string) =>
  enqueue(tx, resizeImage, { key: storedKey }, { queue: 'images', key: jobKeyOf(storedKey) });

/** Enqueues the resizing job unless it exists; returns false if it failed for good. */
export async function isResizing(tx: Tx, storedKey: string): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: { failed: boolean }[] }>(
    'select attempts >= max_attempts as failed from graphile_worker.jobs where key = ?',
    [jobKeyOf(storedKey)],
  );
  if (rows.length === 0) await enqueueResize(tx, storedKey);
  return !rows.some(({ failed }) => failed);
}

export const discardUpload = job('discard-upload', aKey, ({ store }, { key }) => store.delete(key));

const BATCH = 100;

const DELETE_STALE = `delete from uploads where key in (
    select key from uploads where attached_at is null and created_at < now() - interval '24 hours'
    order by created_at limit ? for update skip locked)
  returning key`;

const deleteBatch = ({ store, transaction }: Services) =>
  transaction(async (tx) => {
    const { rows } = await tx.raw<{ rows: { key: string }[] }>(DELETE_STALE, [BATCH]);
    for (const { key } of rows) {
      await store.delete(key);
      await store.delete(originalOf(storedKeyOf(key)));
      await store.delete(privateOriginalOf(storedKeyOf(key)));
    }
    return rows.length;
  });

export const deleteStaleUploads = job('delete-stale-uploads', object({}), async (services) => {
  while ((await deleteBatch(services)) === BATCH);
  const { storage } = services.config;
  if (storage.kind === 'disk') await deleteStaleDrafts(storage.dir);
});

export const storageJobs = [resizeImage, discardUpload, deleteStaleUploads];
