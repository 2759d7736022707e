import type { UploadRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { CLOCK_LEEWAY_SECONDS } from '../contract/durations';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../contract/limits';
import { Invalid, NotFound } from '../http/errors';
import { enqueue } from '../jobs/job';
import type { Services } from '../services';
import { isFileKey, newFileKey, originalOf, privateOriginalOf, sizeOf, storedKeyOf } from '../storage/keys';
import { PUT_SECONDS, type Store, storedImageType } from '../storage/store';
import { discardUpload, enqueueResize } from './jobs';
import { NOT_AN_IMAGE } from './rules';

export interface PresignedUpload {
  aws_url: string;
  aws_headers: Record<string, string>;
  file_key: string;
}

type UploadServices = Pick<Services, 'db' | 'store'>;

export interface InspectedImage {
  /** A copy that no client can write; null where the upload was attached before. */
  readonly copy: string | null;
  /** Thrown where the picture is attached, so that refusals keep their order. */
  readonly error: Error | null;
}

export interface ImageServices extends Pick<Services, 'store' | 'inspectImage'> {
  /** By their upload's key (`inspectFirst`). Others are inspected in the transaction. */
  readonly inspected?: ReadonlyMap<string, InspectedImage>;
}

export async function presignUpload({ db, store }: UploadServices, userId: number): Promise<PresignedUpload> {
  const key = newFileKey();
  const { url, headers } = await store.presignPut(key);
  await db('uploads').insert({ key, user_id: userId });
  return { aws_url: url, aws_headers: headers, file_key: key };
}

/** Stores a text as an upload of the person; returns its key. */
export async function uploadText(
  { db, store }: UploadServices,
  userId: number,
  text: string,
): Promise<string> {
  const key = newFileKey();
  await db('uploads').insert({ key, user_id: userId });
  await store.put(key, Buffer.from(text), 'text/csv');
  return key;
}

export async function presignPreview(
  { db, store }: UploadServices,
  userId: number,
  key: string,
): Promise<string> {
  const upload = await db('uploads').where({ key, user_id: userId }).first();
  if (!upload) throw NotFound();
  return store.presignGet(upload.attached_at ? originalOf(storedKeyOf(key)) : key);
}

async function lockedUpload(tx: Tx, userId: number, key: string): Promise<UploadRow> {
  const upload = isFileKey(key)
    ? await tx('uploads').where({ key, user_id: userId }).forUpdate().first()
    : undefined;
  if (!upload) throw Invalid('Upload the file again');
  return upload;
}

interface FileRequirements {
  readonly belowBytes: number;
  readonly tooLarge: string;
  readonly check?: (store: Store, key: string) => Promise<void>;
  /** Where the copy goes; by default where `/files` serves it. */
  readonly copyTo?: (storedKey: string) => string;
}

const FILE_MISSING = "The file wasn't received. Upload it again";

async function requireValid(
  store: Store,
  original: string,
  { belowBytes, tooLarge, check }: FileRequirements,
) {
  const stored = await store.head(original);
  if (!stored) throw Invalid(FILE_MISSING);
  if (stored.bytes >= belowBytes) throw Invalid(tooLarge);
  if (stored.bytes === 0) throw Invalid("Choose a file that isn't empty");
  await check?.(store, original);
}

/** Deletes the copy and throws if it does not meet the requirements. */
async function keepIfValid(store: Store, original: string, requirements: FileRequirements) {
  try {
    await requireValid(store, original, requirements);
  } catch (error) {
    await store.delete(original);
    throw error;
  }
}

/** Copies an upload to a key that can't be written again, then checks the copy. Idempotent; returns the key. */
async function attach(
  tx: Tx,
  store: Store,
  userId: number,
  fileKey: string,
  requirements: FileRequirements,
  copyFrom = fileKey,
) {
  const upload = await lockedUpload(tx, userId, fileKey);
  const storedKey = storedKeyOf(fileKey);
  const original = (requirements.copyTo ?? originalOf)(storedKey);
  if (upload.attached_at) {
    await requireValid(store, original, requirements);
    return storedKey;
  }
  if (!(await store.copy(copyFrom, original))) throw Invalid(FILE_MISSING);
  await keepIfValid(store, original, requirements);
  await tx('uploads').where({ key: fileKey }).update({ attached_at: tx.fn.now() });
  // A PUT could write the upload again until its address expires.
  const runAt = new Date(upload.created_at.getTime() + (PUT_SECONDS + CLOCK_LEEWAY_SECONDS + 60) * 1000);
  await enqueue(tx, discardUpload, { key: fileKey }, { runAt });
  return storedKey;
}

const requireImage = async (store: Store, key: string) => {
  if (!(await storedImageType(store, key))) throw Invalid(NOT_AN_IMAGE);
};

/** Throws Invalid unless the object is a picture that our decoder can show. */
export async function requirePicture({ store, inspectImage }: ImageServices, key: string) {
  const check = async () => {
    await requireImage(store, key);
    const problem = await inspectImage(async () => {
      const original = await store.read(key);
      if (!original) throw Invalid(FILE_MISSING);
      return original.body;
    });
    if (problem) throw Invalid(problem);
  };
  await requireValid(store, key, { ...IMAGE, check });
}

const IMAGE = { belowBytes: MAX_IMAGE_BYTES, tooLarge: IMAGE_TOO_LARGE };

/** Returns the stored key. Throws Invalid. */
export async function attachImage(
  tx: Tx,
  images: ImageServices,
  userId: number,
  fileKey: string,
): Promise<string> {
  const inspected = images.inspected?.get(fileKey);
  if (inspected?.error) throw inspected.error;
  const { store } = images;
  const check = inspected ? undefined : (_store: Store, key: string) => requirePicture(images, key);
  const requirements = { ...IMAGE, ...(check && { check }) };
  const key = await attach(tx, store, userId, fileKey, requirements, inspected?.copy ?? fileKey);
  if (!(await store.head(sizeOf(key, 400)))) await enqueueResize(tx, key);
  return key;
}

/** Shown by signed addresses only. The worker finds out whether it is readable. Returns the stored key. */
export const attachPrivateImage = (
  tx: Tx,
  { store }: Pick<Services, 'store'>,
  userId: number,
  fileKey: string,
): Promise<string> =>
  attach(tx, store, userId, fileKey, { ...IMAGE, check: requireImage, copyTo: privateOriginalOf });

export const attachFile = (
  tx: Tx,
  { store }: Pick<Services, 'store'>,
  userId: number,
  fileKey: string,
  requirements: Omit<FileRequirements, 'check'>,
): Promise<string> => attach(tx, store, userId, fileKey, requirements);
