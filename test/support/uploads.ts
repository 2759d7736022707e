import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { asHttpError } from '../../server/http/errors';
import type { Services } from '../../server/services';
import { files } from '../../server/storage/serving';

type FileServices = Pick<Services, 'config' | 'store' | 'log'>;

/** Nothing but the files of a store, over HTTP: what uploading and looking at pictures needs of the application. */
export async function fileServer(servicesAt: (appUrl: string) => FileServices) {
  const app = express();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services = servicesAt(origin);
  app.use(files(services));
  app.use(((error, _req, res, _next) => {
    const { status, body } = asHttpError(error);
    res.status(status).json(body);
  }) satisfies ErrorRequestHandler);
  return {
    origin,
    services,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
