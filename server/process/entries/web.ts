import cluster from 'node:cluster';
import { root } from '../../boot/root.mjs';
import { readConfig } from '../../config/config';
import type { Environment } from '../../config/environment-reader';
import { createLogger } from '../../logging/logger';
import { collectProcess } from '../../metrics/sources';
import { startProcessHeartbeat } from '../../system/heartbeat';
import { superviseProcesses } from '../cluster';
import { createWarmApp } from '../first-pages';
import { configAtPort, listen } from '../listen';
import { clusterSource, reportToPrimary, serveMetrics } from '../metrics-server';
import { openDatabase, openServices } from '../open-services';
import { type Main, run } from '../run';
import type { ShutdownHooks } from '../shutdown';
import { serve, WebServer } from '../web-server';

const log = createLogger('web');

async function serveAlone(shutdownHooks: ShutdownHooks, env: Environment) {
  const server = new WebServer();
  const port = await listen(server.http, readConfig(env, root).port);
  const config = configAtPort(env, port);
  const database = await openDatabase(config, log);
  shutdownHooks.add(database.close);
  const services = await openServices(config, database, log);
  shutdownHooks.add(services.close);
  const served = serve(services, server, await createWarmApp(services));
  // Load balancers, and the primary of a cluster, route here for some seconds more.
  shutdownHooks.add(() => served.stop({ linger: config.production || cluster.isWorker }));
  const heartbeat = startProcessHeartbeat(services, 'web', () => server.figures());
  shutdownHooks.add(heartbeat.stop);
  collectProcess(services, 'web');
  reportToPrimary(services);
  log.info({ port, url: config.appUrl, pid: process.pid }, 'web is listening');
}

const web: Main = async (shutdownHooks, env) => {
  const config = readConfig(env, root);
  const { webConcurrency, port } = config;
  if (webConcurrency === 1 || cluster.isWorker) return serveAlone(shutdownHooks, env);
  await serveMetrics(config, clusterSource(), shutdownHooks);
  return superviseProcesses({ shutdownHooks, count: webConcurrency, port, log: createLogger('primary') });
};

void run(web, process.env, log);
