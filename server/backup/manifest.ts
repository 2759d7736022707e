import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BackupDamaged, type StoredFile } from './checksum';
import type { BackupFiles } from './files';

export interface TableEntry extends StoredFile {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface SequenceEntry {
  readonly schema: string;
  readonly name: string;
  readonly last_value: string | null;
}

export interface Manifest {
  readonly format: 1;
  readonly created_at: string;
  readonly version: string;
  readonly postgres: string;
  readonly migrations: readonly string[];
  readonly queue_migration: number;
  /** Each after the tables that it refers to. */
  readonly tables: readonly TableEntry[];
  readonly sequences: readonly SequenceEntry[];
  /** A list of the disk store's files; null with S3. */
  readonly uploads: (StoredFile & { readonly count: number }) | null;
}

const FILE = 'manifest.json';

const digest = (manifest: Manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Written last: a folder without it is no backup. Returns the checksum. */
export async function writeManifest(files: BackupFiles, folder: string, manifest: Manifest): Promise<string> {
  const checksum = digest(manifest);
  const json = JSON.stringify({ ...manifest, checksum }, null, 1);
  await files.write(`${folder}/${FILE}`, Readable.from([Buffer.from(json)]));
  return checksum;
}

function parseManifest(json: string): Manifest {
  try {
    const { checksum, ...manifest } = JSON.parse(json) as Manifest & { checksum: string };
    if (checksum === digest(manifest)) return manifest;
  } catch {
    // Reported below, like a wrong checksum.
  }
  throw new BackupDamaged(`${FILE} is damaged.`);
}

/** Null for a folder without a manifest. Throws BackupDamaged. */
export async function readManifest(files: BackupFiles, folder: string): Promise<Manifest | null> {
  const body = await files.read(`${folder}/${FILE}`);
  return body && parseManifest(await text(body));
}

export async function isComplete(files: BackupFiles, folder: string): Promise<boolean> {
  const body = await files.read(`${folder}/${FILE}`);
  body?.destroy();
  return body !== null;
}

/** Deletes the manifest first: a killed process must not leave a folder that passes for a complete backup. */
export async function removeBackup(files: BackupFiles, folder: string): Promise<void> {
  await files.remove(`${folder}/${FILE}`);
  await files.remove(folder);
}
