import type { Config } from '../config';
import { diskStore } from './disk';
import { s3Store } from './s3';
import type { Store } from './store';

/** The store that the configuration names. */
export const openStore = (config: Config): Store =>
  config.storage.kind === 's3' ? s3Store(config.storage) : diskStore(config, config.storage.dir);
