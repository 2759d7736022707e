import type { AddressInfo } from 'node:net';
import type { Config } from '../../server/config/config';
import { serve, WebServer } from '../../server/process/web-server';
import { work } from '../../server/process/worker';
import type { Services } from '../../server/services';
import { type TestDatabase, testDatabase } from './database';
import { developmentBuild } from './roots';
import { testServices } from './services';

export interface TestServer {
  readonly services: Services;
  readonly origin: string;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** Runs web, live channel and worker like `npm start`, on its own database and the development build. */
export async function startTestServer(config: Partial<Config> = {}): Promise<TestServer> {
  return serveDatabase(await testDatabase(), config);
}

/** As above, on a database that it drops in the end. */
export async function serveDatabase(
  database: TestDatabase,
  { root = developmentBuild(), ...config }: Partial<Config> = {},
): Promise<TestServer> {
  const server = new WebServer();
  await new Promise<void>((resolve) => server.http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.http.address() as AddressInfo).port}`;
  const services = testServices(database.url, {
    config: { root, appUrl: origin, ...config },
    fanout: 'postgres',
  });
  const worker = await work(services);
  const web = serve(services, server);
  return {
    services,
    origin,
    databaseUrl: database.url,
    async close() {
      await web.stop();
      await worker.stop();
      await services.close();
      await database.drop();
    },
  };
}
