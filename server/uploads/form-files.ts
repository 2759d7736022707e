import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../contract/limits';
import type { FormFile } from '../http/multipart';
import { limitByPerson } from '../http/rate-limit';
import type { FileFields } from '../http/route';
import type { Services } from '../services';
import { draftsIn } from '../storage/disk';

export function pictureFields(root: string, names: readonly string[]): FileFields {
  const nested = names.map((name) => `${root}[${name}]`);
  return {
    parameters: Object.fromEntries([...names, ...nested].map((name) => [name, name])),
    belowBytes: MAX_IMAGE_BYTES,
    tooLarge: IMAGE_TOO_LARGE,
  };
}

/** Beside the store, where forgotten files are deleted. */
export const formFolder = ({ storage }: Services['config']) =>
  storage.kind === 'disk' ? draftsIn(storage.dir) : tmpdir();

type FormFileServices = Pick<Services, 'config' | 'db' | 'store' | 'limitsPool' | 'metrics'>;

/** Stores a form's file as an upload. The row comes first, so that stale files can be found. */
export function formFileStore(services: FormFileServices) {
  const { db, store } = services;
  const countUpload = limitByPerson(services, 'uploads');
  return async (userId: number, { key, path, type }: FormFile) => {
    await countUpload(userId);
    await db('uploads').insert({ key, user_id: userId });
    await store.put(key, createReadStream(path), type);
  };
}
