import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { draftsIn } from '../storage/disk';
import { BackupDamaged, type StoredFile } from './checksum';
import type { BackupFiles } from './files';

const FILE = /^uploads\/([a-z]+\/[a-z0-9-]+(?:\.webp)?)$/;

async function loadUpload(files: BackupFiles, folder: string, { file }: StoredFile, dir: string) {
  const key = FILE.exec(file)?.[1];
  const body = key ? await files.read(`${folder}/${file}`) : null;
  if (!key || !body) throw new BackupDamaged(`${file} is missing from the backup.`);
  const draft = join(draftsIn(dir), randomUUID());
  await pipeline(body, createWriteStream(draft, { mode: 0o600, flush: true }));
  await mkdir(dirname(join(dir, key)), { recursive: true });
  await rename(draft, join(dir, key));
}

export async function loadUploads(
  files: BackupFiles,
  folder: string,
  uploads: readonly StoredFile[],
  dir: string,
): Promise<void> {
  if (uploads.length > 0) await mkdir(draftsIn(dir), { recursive: true });
  for (const upload of uploads) await loadUpload(files, folder, upload, dir);
}
