import { migrate } from '../../db/migrate';
import { seedDemo } from '../../db/seeds/demo';
import { root } from '../boot/root.mjs';
import { type Config, readConfig } from '../config/config';
import { createLogger } from '../logging/logger';
import { listen } from './listen';
import { openDatabase, openServices } from './open-services';
import type { Main } from './run';
import { atPort } from './run-web';
import { serve, WebServer } from './web-server';
import { welcome } from './welcome';
import { work } from './worker';

const DEFAULT_PORT = 3_000;

function sayPort(asked: Config['port'], port: number) {
  if (asked === null && port !== DEFAULT_PORT) console.log(`Port ${DEFAULT_PORT} is in use; taking ${port}.`);
}

export const all: Main = async (stops, env) => {
  const log = createLogger('all', { terminal: process.stdout.isTTY });
  const asked = readConfig(env, root).port;
  const server = new WebServer();
  const port = await listen(server.http, asked);
  sayPort(asked, port);
  const config = atPort(env, port);
  const database = await openDatabase(config, log);
  stops.add(database.close);
  await migrate(database.url);
  const services = await openServices(config, database.url, log);
  stops.add(services.close);
  if (config.seedDemo) await seedDemo(services);
  const worker = await work(services);
  const web = serve(services, server);
  // In parallel: each may use most of the shutdown time.
  stops.add(() => Promise.all([web.stop({ linger: config.production }), worker.stop()]));
  console.log(welcome(config));
};
