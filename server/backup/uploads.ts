import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../config/config';
import { draftsIn } from '../storage/disk';
import { type StoredFile, Summing, sumOf } from './checksum';
import type { BackupFiles } from './files';
import type { Manifest } from './manifest';

const LIST = 'uploads.json.gz';
const uploadFile = (key: string) => `uploads/${key}`;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function listKeys(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath !== draftsIn(dir))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
}

/** The files of the disk store, which never change under their key. Call `collect` before and after the snapshot. */
export class UploadsBackup {
  readonly #saved = new Map<string, StoredFile>();

  constructor(
    readonly files: BackupFiles,
    readonly folder: string,
    readonly storage: Config['storage'],
  ) {}

  async collect(): Promise<void> {
    if (this.storage.kind !== 'disk') return;
    for (const key of await listKeys(this.storage.dir))
      if (!this.#saved.has(key)) await this.#save(key, join(this.storage.dir, key));
  }

  /** A file that was deleted meanwhile is left out. */
  async #save(key: string, path: string) {
    const file = uploadFile(key);
    try {
      const sum = await sumOf(createReadStream(path));
      await this.files.add(`${this.folder}/${file}`, path);
      this.#saved.set(key, { file, ...sum });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  bytes = () => [...this.#saved.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  async writeList(): Promise<Manifest['uploads']> {
    if (this.storage.kind !== 'disk') return null;
    const list = [...this.#saved.values()];
    const summing = new Summing();
    const body = new PassThrough();
    await Promise.all([
      pipeline(Readable.from([Buffer.from(JSON.stringify(list))]), createGzip(), summing, body),
      this.files.write(`${this.folder}/${LIST}`, body),
    ]);
    return { file: LIST, count: list.length, ...summing.sum() };
  }
}

export async function readUploads(
  files: BackupFiles,
  folder: string,
  { uploads }: Manifest,
): Promise<StoredFile[]> {
  const body = uploads && (await files.read(`${folder}/${uploads.file}`));
  return body ? (JSON.parse(await text(body.pipe(createGunzip()))) as StoredFile[]) : [];
}
