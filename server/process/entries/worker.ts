import { root } from '../../boot/root.mjs';
import { readConfig } from '../../config/config';
import { createLogger } from '../../logging/logger';
import { openDatabase, openServices } from '../open-services';
import { type Main, run } from '../run';
import { work } from '../worker';

const log = createLogger('worker');

const worker: Main = async (stops, env) => {
  const config = readConfig(env, root);
  const database = await openDatabase(config, log);
  stops.add(database.close);
  const services = await openServices(config, database.url, log);
  stops.add(services.close);
  const jobs = await work(services);
  stops.add(() => jobs.stop());
  log.info('worker is waiting for jobs');
};

void run(worker, process.env, log);
