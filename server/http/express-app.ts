import { randomUUID } from 'node:crypto';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { isMigrated } from '../../db/migrate';
import type { Config } from '../config/config';
import type { Services } from '../services';
import type { DiskWatch } from './disk-full';

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

/** Beyond it, sessions and signed addresses would be misjudged. */
const MAX_CLOCK_OFFSET_MS = 60_000;

/**
 * `/up` while the process answers, `/ready` once the database is migrated and the search index is loaded, while the
 * clock is right and the disks take writes.
 */
export function healthChecks(
  { db, databaseHealth, search, log }: Pick<Services, 'db' | 'databaseHealth' | 'search' | 'log'>,
  disk: DiskWatch,
): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/up', (_req, res) => {
    res.locals.route = '/up';
    res.type('text').send('up');
  });
  router.get('/ready', async (_req, res) => {
    res.locals.route = '/ready';
    const offsetMs = databaseHealth.clockOffsetMs();
    const isClockRight = Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS;
    if (!isClockRight)
      log.error({ offsetMs }, 'not ready: the clock differs from the database by over a minute');
    const canServe = isClockRight && !disk.isFull();
    const ready = canServe && (await isMigrated(db).catch(() => false)) && (await search.warm());
    if (!ready) res.set('Retry-After', '5');
    res
      .status(ready ? 200 : 503)
      .type('text')
      .send(ready ? 'ready' : 'not ready');
  });
  return router;
}
