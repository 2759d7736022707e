import { migrate } from '../../../db/migrate';
import { seedDemo } from '../../../db/seeds/demo';
import { root } from '../../boot/root.mjs';
import { showStep } from '../../boot/steps.mjs';
import { type Config, DEFAULT_PORT, readConfig } from '../../config/config';
import { createLogger } from '../../logging/logger';
import { collectProcess } from '../../metrics/sources';
import { startProcessHeartbeat } from '../../system/heartbeat';
import { createWarmApp } from '../first-pages';
import { configAtPort, listen } from '../listen';
import { openDatabase, openServices } from '../open-services';
import { type Main, run } from '../run';
import { serve, WebServer } from '../web-server';
import { welcome } from '../welcome';
import { work } from '../worker';

function reportPort(requested: Config['port'], port: number) {
  if (requested === null && port !== DEFAULT_PORT)
    console.log(`Port ${DEFAULT_PORT} is in use; taking ${port}.`);
}

const log = createLogger('all', { terminal: process.stdout.isTTY });

const all: Main = async (shutdownHooks, env) => {
  const requested = readConfig(env, root).port;
  const server = new WebServer();
  const port = await listen(server.http, requested);
  reportPort(requested, port);
  const config = configAtPort(env, port);
  showStep(3);
  const database = await openDatabase(config, log);
  shutdownHooks.add(database.close);
  await migrate(database.directUrl);
  const services = await openServices(config, database, log);
  shutdownHooks.add(services.close);
  showStep(4);
  if (config.seedDemo) await seedDemo(services);
  showStep(5);
  const worker = await work(services);
  const web = serve(services, server, await createWarmApp(services));
  // In parallel: each may use most of the shutdown time.
  shutdownHooks.add(() => Promise.all([web.stop({ linger: config.production }), worker.stop()]));
  const heartbeat = startProcessHeartbeat(services, 'all', () => server.figures());
  shutdownHooks.add(heartbeat.stop);
  collectProcess(services, 'all');
  console.log(welcome(config));
};

void run(all, process.env, log);
