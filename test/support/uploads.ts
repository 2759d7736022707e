import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { asHttpError } from '../../server/http/errors';
import type { Services } from '../../server/services';
import { files } from '../../server/uploads/file-routes';
import { testDatabase } from './database';
import { productionBuild } from './roots';
import { testServices } from './services';

export async function fileServer(options: Omit<Parameters<typeof testServices>[1] & object, 'config'> = {}) {
  const app = express();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const database = await testDatabase();
  const config = { appUrl: origin, root: productionBuild() };
  const services: Services = testServices(database.url, { ...options, config });
  app.use(files(services));
  app.use(((error, _req, res, _next) => {
    const { status, body, headers } = asHttpError(error);
    res.status(status).set(headers).json(body);
  }) satisfies ErrorRequestHandler);
  return {
    origin,
    services,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.db.destroy();
      await services.limitsPool.end();
      await database.drop();
    },
  };
}
