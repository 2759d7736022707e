import { migrate } from '../db/migrate';
import { openDatabase } from './boot/open-services';
import { root } from './boot/root.mjs';
import type { Main } from './boot/run';
import { readConfig } from './config';
import { createLogger } from './log';

/** `release` of the Procfile: migrations, while the version before still serves. */
export const release: Main = async (stops, env) => {
  const log = createLogger('release');
  const database = await openDatabase(readConfig(env, root, 'database'), log);
  stops.add(database.close);
  await migrate(database.url);
  log.info('the database is up to date');
  await stops.run();
  process.exit(0);
};
