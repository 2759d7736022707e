import type { Config } from '../config/config';
import { diskStore } from './disk';
import type { Store } from './store';

export async function openStore(config: Config): Promise<Store> {
  if (config.storage.kind === 'disk') return diskStore(config, config.storage.dir);
  // The S3 client is large.
  const { s3Store } = await import('./s3');
  return s3Store(config.storage);
}
