import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '../config/config';
import { DAY_MS } from '../contract/durations';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../contract/limits';
import { TooLarge } from '../http/errors';
import { signature } from './signature';
import { GET_SECONDS, PUT_SECONDS, type Store } from './store';

const KEY = /^[a-z]+\/[a-z0-9-]+(?:\.webp)?$/;

export interface DiskStore extends Store {
  /** Writes a body atomically. Throws TooLarge at the limit. */
  receive(key: string, body: AsyncIterable<Buffer>): Promise<void>;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const orNull = (error: unknown) => {
  if (isMissing(error)) return null;
  throw error;
};

/** Files in a folder of one machine, with signed addresses on our own host. */
export function diskStore(
  { appUrl, secretKeyBase }: Pick<Config, 'appUrl' | 'secretKeyBase'>,
  dir: string,
): DiskStore {
  const drafts = join(dir, 'drafts');

  function fileOf(key: string) {
    if (!KEY.test(key)) throw new Error(`${key} is no key of the store`);
    return join(dir, key);
  }

  function address(method: 'PUT' | 'GET', key: string, seconds: number) {
    const expires = Math.floor(Date.now() / 1000) + seconds;
    const signed = signature(secretKeyBase, { method, key, expires });
    return `${appUrl}/storage/${key}?expires=${expires}&signature=${signed}`;
  }

  /** Writes a draft and renames it: readers never see a partial file. */
  async function writeAtomically(key: string, write: (draft: string) => Promise<void>) {
    const file = fileOf(key);
    const draft = join(drafts, randomUUID());
    await mkdir(drafts, { recursive: true });
    await mkdir(dirname(file), { recursive: true });
    try {
      await write(draft);
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async function receive(key: string, body: AsyncIterable<Buffer>) {
    await writeAtomically(key, async (draft) => {
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
    });
  }

  return {
    receive,
    presignPut: async (key) => ({ url: address('PUT', key, PUT_SECONDS), headers: {} }),
    presignGet: async (key) => address('GET', key, GET_SECONDS),
    put: (key, body) =>
      receive(
        key,
        (async function* () {
          yield body;
        })(),
      ),
    async head(key) {
      const found = await stat(fileOf(key)).catch(orNull);
      return found && { bytes: found.size };
    },
    async read(key, range) {
      const file = await open(fileOf(key)).catch(orNull);
      if (!file) return null;
      const { size } = await file.stat();
      const end = Math.min(range?.end ?? size - 1, size - 1);
      const start = range?.start ?? 0;
      if (end < start) {
        await file.close();
        return { bytes: 0, body: Readable.from([]) };
      }
      return { bytes: end - start + 1, body: file.createReadStream({ start, end }) };
    },
    async copy(from, to) {
      const source = fileOf(from);
      if (!(await stat(source).catch(orNull))) return false;
      await writeAtomically(to, (draft) => copyFile(source, draft, constants.COPYFILE_FICLONE));
      return true;
    },
    delete: (key) => rm(fileOf(key), { force: true }),
  };
}

/** Deletes day-old drafts of processes that were killed. */
export async function deleteDrafts(dir: string) {
  const drafts = join(dir, 'drafts');
  const names = (await readdir(drafts).catch(orNull)) ?? [];
  for (const name of names) {
    const found = await stat(join(drafts, name)).catch(orNull);
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(join(drafts, name), { force: true });
  }
}
