import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config/config';
import { type BackupLocation, backupLocation } from '../config/operations';
import { checkAtOnce } from '../consistency/command';
import { counted } from '../contract/money';
import type { Services } from '../services';
import { backUp } from './backup';
import type { BackupFiles } from './files';
import { isComplete } from './manifest';
import { openBackupFiles } from './open-files';
import { type Restored, restore } from './restore';
import { isBackupFolder } from './retention';

const BACKUP_USAGE = 'Say where to: npm run backup -- --to FOLDER, file:///folder or s3://bucket/prefix';
const RESTORE_USAGE = 'Say from where: npm run restore -- --from LOCATION [--database-url URL]';

function readWords(words: readonly string[], names: readonly string[], usage: string) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...words], options }).values as Record<string, string | undefined>;
  } catch {
    throw new Error(usage);
  }
}

function readLocation(text: string | undefined, usage: string): BackupLocation {
  if (!text) throw new Error(usage);
  const location =
    backupLocation(text) ?? (text.includes('://') ? null : { kind: 'disk' as const, dir: resolve(text) });
  if (!location) throw new Error(usage);
  return location;
}

const rowsOf = ({ manifest: { tables } }: Pick<Restored, 'manifest'>) =>
  `${counted(tables.length, 'table')}, ${counted(
    tables.reduce((sum, { rows }) => sum + rows, 0),
    'row',
  )}`;

export async function backupAtOnce(services: Services, words: readonly string[]): Promise<string> {
  const { to } = readWords(words, ['to'], BACKUP_USAGE);
  const files = await openBackupFiles(readLocation(to, BACKUP_USAGE), services.config);
  const backup = await backUp(services, files);
  const uploads = backup.manifest.uploads ? `, ${counted(backup.manifest.uploads.count, 'upload')}` : '';
  return `Backup written to ${backup.location}: ${rowsOf(backup)}${uploads}, ${counted(backup.bytes, 'byte')}.`;
}

function parentOf(location: BackupLocation): { parent: BackupLocation; folder: string | null } {
  const path = location.kind === 'disk' ? location.dir : location.prefix;
  if (!isBackupFolder(basename(path))) return { parent: location, folder: null };
  const above = dirname(path) === '.' ? '' : dirname(path);
  const parent = location.kind === 'disk' ? { ...location, dir: above } : { ...location, prefix: above };
  return { parent, folder: basename(path) };
}

async function newestOf(files: BackupFiles): Promise<string> {
  const folders = (await files.listFolders()).filter(isBackupFolder).sort().reverse();
  for (const folder of folders) if (await isComplete(files, folder)) return folder;
  throw new Error(`There is no complete backup at ${files.label}.`);
}

interface Target {
  readonly databaseUrl: string;
  /** Opens services on the restored database; the caller closes them. */
  readonly open: () => Promise<Services & { close(): Promise<void> }>;
}

async function checkRestored({ open }: Target): Promise<string> {
  const services = await open();
  return checkAtOnce(services, []).finally(() => services.close());
}

interface RestoreCommand {
  /** Gets the URL, or null for the configured one. */
  readonly openTarget: (databaseUrl: string | null) => Promise<Target>;
  readonly say: (line: string) => void;
}

/** `npm run restore -- --from LOCATION [--database-url URL]`. Says what is restored before the check, which takes long. */
export async function restoreAtOnce(
  config: Config,
  words: readonly string[],
  { openTarget, say }: RestoreCommand,
): Promise<string> {
  const { from, 'database-url': url } = readWords(words, ['from', 'database-url'], RESTORE_USAGE);
  const { parent, folder: named } = parentOf(readLocation(from, RESTORE_USAGE));
  const files = await openBackupFiles(parent, config);
  const folder = named ?? (await newestOf(files));
  const target = await openTarget(url ?? null);
  const restored = await restore({ files, folder, databaseUrl: target.databaseUrl, storage: config.storage });
  say(`Restored ${folder}: ${rowsOf(restored)}, ${counted(restored.uploads, 'upload')}.`);
  return checkRestored(target);
}
