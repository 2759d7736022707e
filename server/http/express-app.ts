import { randomUUID } from 'node:crypto';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { isMigrated } from '../../db/migrate';
import type { Config } from '../config/config';
import type { Services } from '../services';

export function expressApp({ trustProxy }: Pick<Config, 'trustProxy'>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);
  app.set('query parser', false);
  // A response depends on its viewer and time, so no client could reuse it.
  app.set('etag', false);
  app.use(assignRequestId);
  return app;
}

const assignRequestId: RequestHandler = (req, res, next) => {
  req.id = randomUUID();
  res.set('X-Request-Id', req.id);
  next();
};

/** `/up` while the process answers, `/ready` once the database is migrated and the search index is loaded. */
export function healthChecks({ db, search }: Pick<Services, 'db' | 'search'>): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/up', (_req, res) => void res.type('text').send('up'));
  router.get('/ready', async (_req, res) => {
    const ready = (await isMigrated(db).catch(() => false)) && (await search.warm());
    res
      .status(ready ? 200 : 503)
      .type('text')
      .send(ready ? 'ready' : 'not ready');
  });
  return router;
}
