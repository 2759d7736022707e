import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../server/app';
import { startFanout, stopFanout } from '../../server/cable/broadcast';
import type { Config } from '../../server/config';
import { stopFollowing } from '../../server/follow';
import type { Services } from '../../server/services';
import { testDatabase } from './database';
import { testServices } from './services';

export interface RunningApp {
  readonly services: Services;
  readonly origin: string;
  readonly routes: ReturnType<typeof createApp>['routes'];
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** The whole application behind a real port, on a database of its own. */
export async function startApp(config: Partial<Config> = {}): Promise<RunningApp> {
  const database = await testDatabase();
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services = testServices(database.url, { config: { appUrl: origin, ...config } });
  await startFanout({ databaseUrl: database.url, log: services.log });
  const app = createApp(services);
  server.on('request', app.express);
  return {
    services,
    databaseUrl: database.url,
    origin,
    routes: app.routes,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await stopFollowing();
      await stopFanout();
      await services.db.destroy();
      await services.limitsPool.end();
      await database.drop();
    },
  };
}
