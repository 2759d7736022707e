import type { Config } from '../config/config';
import type { BackupLocation } from '../config/operations';
import type { Credentials } from '../storage/s3';
import { diskFiles } from './disk-files';
import type { BackupFiles } from './files';

export async function openBackupFiles(
  location: BackupLocation,
  { s3 }: Pick<Config, 's3'>,
  credentials?: Credentials,
): Promise<BackupFiles> {
  if (location.kind === 'disk') return diskFiles(location.dir);
  // The S3 client is large.
  return (await import('./s3-files')).s3Files(location, s3, credentials);
}
