import { root } from '../../boot/root.mjs';
import { readConfig } from '../../config/config';
import { createLogger } from '../../logging/logger';
import { collectProcess } from '../../metrics/sources';
import { startProcessHeartbeat } from '../../system/heartbeat';
import { serveMetrics } from '../metrics-server';
import { openDatabase, openServices } from '../open-services';
import { type Main, run } from '../run';
import { work } from '../worker';

const log = createLogger('worker');

const worker: Main = async (shutdownHooks, env) => {
  const config = readConfig(env, root);
  const database = await openDatabase(config, log);
  shutdownHooks.add(database.close);
  const services = await openServices(config, database, log);
  shutdownHooks.add(services.close);
  const jobs = await work(services);
  shutdownHooks.add(() => jobs.stop());
  const heartbeat = startProcessHeartbeat(services, 'worker');
  shutdownHooks.add(heartbeat.stop);
  collectProcess(services, 'worker');
  await serveMetrics(config, services.metrics.registry, shutdownHooks);
  log.info('worker is waiting for jobs');
};

void run(worker, process.env, log);
