import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '../config/config';
import { DAY_MS } from '../contract/durations';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../contract/limits';
import { TooLarge } from '../http/errors';
import { type StoreMethod, signature } from './signature';
import { type ByteRange, GET_SECONDS, PUT_SECONDS, type Store, type StoredObject } from './store';

const KEY = /^[a-z]+\/[a-z0-9-]+(?:\.webp)?$/;

type Site = Pick<Config, 'appUrl' | 'secretKeyBase'>;

export interface DiskStore extends Store {
  /** Throws TooLarge at the limit. */
  receive(key: string, body: AsyncIterable<Buffer>): Promise<void>;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const orNull = (error: unknown) => {
  if (isMissing(error)) return null;
  throw error;
};

export function diskStore(site: Site, dir: string): DiskStore {
  const fileOf = (key: string) => fileIn(dir, key);
  const receive = (key: string, body: AsyncIterable<Buffer>) =>
    writeAtomically(dir, key, (draft) => writeBody(draft, body));
  return {
    receive,
    presignPut: async (key) => ({ url: signedAddress(site, 'PUT', key, PUT_SECONDS), headers: {} }),
    presignGet: async (key, seconds = GET_SECONDS) => signedAddress(site, 'GET', key, seconds),
    put: (key, body) => receive(key, Buffer.isBuffer(body) ? Readable.from([body]) : body),
    async head(key) {
      const found = await stat(fileOf(key)).catch(orNull);
      return found && { bytes: found.size };
    },
    async read(key, range) {
      return readFrom(fileOf(key), range);
    },
    async copy(from, to) {
      const source = fileOf(from);
      if (!(await stat(source).catch(orNull))) return false;
      await writeAtomically(dir, to, (draft) => copyFile(source, draft, constants.COPYFILE_FICLONE));
      return true;
    },
    delete: (key) => rm(fileOf(key), { force: true }),
  };
}

function fileIn(dir: string, key: string) {
  if (!KEY.test(key)) throw new Error(`${key} is no key of the store`);
  return join(dir, key);
}

function signedAddress({ appUrl, secretKeyBase }: Site, method: StoreMethod, key: string, seconds: number) {
  const expires = Math.floor(Date.now() / 1000) + seconds;
  const signed = signature(secretKeyBase, { method, key, expires });
  return `${appUrl}/storage/${key}?expires=${expires}&signature=${signed}`;
}

export const draftsIn = (dir: string) => join(dir, 'drafts');

/** Writes a draft and renames it: readers never see a partial file. */
async function writeAtomically(dir: string, key: string, write: (draft: string) => Promise<void>) {
  const file = fileIn(dir, key);
  const draft = join(draftsIn(dir), randomUUID());
  await mkdir(draftsIn(dir), { recursive: true });
  await mkdir(dirname(file), { recursive: true });
  try {
    await write(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeBody(draft: string, body: AsyncIterable<Buffer>) {
  const file = await open(draft, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes >= MAX_IMAGE_BYTES) throw TooLarge(IMAGE_TOO_LARGE);
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readFrom(path: string, range?: ByteRange): Promise<StoredObject | null> {
  const file = await open(path).catch(orNull);
  if (!file) return null;
  const { size } = await file.stat();
  const end = Math.min(range?.end ?? size - 1, size - 1);
  const start = range?.start ?? 0;
  if (end < start) {
    await file.close();
    return { bytes: 0, body: Readable.from([]) };
  }
  return { bytes: end - start + 1, body: file.createReadStream({ start, end }) };
}

export async function deleteStaleDrafts(dir: string) {
  const drafts = draftsIn(dir);
  const names = (await readdir(drafts).catch(orNull)) ?? [];
  for (const name of names) {
    const found = await stat(join(drafts, name)).catch(orNull);
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(join(drafts, name), { force: true });
  }
}
