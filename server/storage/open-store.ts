import type { Config } from '../config/config';
import { diskStore } from './disk';
import type { Store } from './store';

/** The store that the configuration names. The bucket's client is large, and loaded only where there is a bucket. */
export async function openStore(config: Config): Promise<Store> {
  if (config.storage.kind === 'disk') return diskStore(config, config.storage.dir);
  const { s3Store } = await import('./s3');
  return s3Store(config.storage);
}
