import { migrate } from '../../../db/migrate';
import { seedDemo } from '../../../db/seeds/demo';
import { root } from '../../boot/root.mjs';
import { readConfig } from '../../config/config';
import { createLogger } from '../../logging/logger';
import { openDatabase, openServices } from '../open-services';
import { type Main, run } from '../run';

const release: Main = async (shutdownHooks, env) => {
  const log = createLogger('release');
  const config = readConfig(env, root, 'database');
  const database = await openDatabase(config, log);
  shutdownHooks.add(database.close);
  await migrate(database.directUrl);
  log.info('the database is up to date');
  if (config.seedDemo) {
    const services = await openServices(config, database, log);
    shutdownHooks.add(services.close);
    if (await seedDemo(services)) log.info('the demo is loaded');
  }
  await shutdownHooks.run();
  process.exit(0);
};

void run(release, process.env);
