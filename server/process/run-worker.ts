import { root } from '../boot/root.mjs';
import { readConfig } from '../config/config';
import { createLogger } from '../logging/logger';
import { openDatabase, openServices } from './open-services';
import type { Main } from './run';
import { work } from './worker';

export const runWorker: Main = async (stops, env) => {
  const log = createLogger('worker');
  const config = readConfig(env, root);
  const database = await openDatabase(config, log);
  stops.add(database.close);
  const services = await openServices(config, database.url, log);
  stops.add(services.close);
  const worker = await work(services);
  stops.add(() => worker.stop());
  log.info('worker is waiting for jobs');
};
