import { createHash } from 'node:crypto';
import { type Readable, Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupFiles } from './files';

export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

export interface StoredFile extends FileSum {
  readonly file: string;
}

export class Summing extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  sum = (): FileSum => ({ bytes: this.#bytes, sha256: this.#hash.digest('hex') });
}

export async function sumOf(body: Readable): Promise<FileSum> {
  const summing = new Summing();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(body, summing, nowhere);
  return summing.sum();
}

export class BackupDamaged extends Error {
  override name = 'BackupDamaged';
}

/** Throws BackupDamaged, which names the file. */
export async function requireIntact(files: BackupFiles, folder: string, { file, bytes, sha256 }: StoredFile) {
  const body = await files.read(`${folder}/${file}`);
  if (!body) throw new BackupDamaged(`${file} is missing from the backup.`);
  const found = await sumOf(body);
  if (found.bytes !== bytes)
    throw new BackupDamaged(`${file} is damaged: it has ${found.bytes} bytes, not ${bytes}.`);
  if (found.sha256 !== sha256)
    throw new BackupDamaged(`${file} is damaged: its checksum differs from the manifest's.`);
}
