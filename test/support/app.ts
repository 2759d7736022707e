import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUnreadable } from '../../server/admission/unreadable-requests';
import { createApp } from '../../server/app';
import type { Config } from '../../server/config/config';
import type { ErrorReports } from '../../server/errors/error-reports';
import type { Job } from '../../server/jobs/job';
import { startWorker } from '../../server/jobs/worker';
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

export interface AppOptions {
  jobs?: readonly Job[];
  errorReports?: ErrorReports;
  /** Shares the database of this one, like a second process. */
  beside?: RunningApp;
}

export async function startApp(
  config: Partial<Config> = {},
  { jobs = [], errorReports, beside }: AppOptions = {},
): Promise<RunningApp> {
  const database = beside ? { url: beside.databaseUrl, drop: async () => undefined } : await testDatabase();
  const server: Server = createServer();
  answerUnreadable(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services = testServices(database.url, {
    config: { appUrl: origin, ...config },
    fanout: 'postgres',
    ...(errorReports && { errorReports }),
  });
  const app = createApp(services);
  server.on('request', app.express);
  const worker = jobs.length > 0 ? await startWorker(services, jobs) : null;
  return {
    services,
    databaseUrl: database.url,
    origin,
    routes: app.routes,
    stop: async () => {
      await worker?.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
      await database.drop();
    },
  };
}
