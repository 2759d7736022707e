import pg from 'pg';
import type { Logger } from 'pino';
import { connect, RESPONSE_TIMEOUT_MS } from '../../db/connection';
import { monitorDatabase } from '../../db/health';
import { createBearerTokens } from '../accounts/sessions/bearer';
import { createCookieSessions } from '../accounts/sessions/cookie';
import { openCable } from '../cable/cable';
import type { Config } from '../config/config';
import { startPostgres } from '../embedded-postgres/start.mjs';
import { startFollowers } from '../followers';
import { createStripe } from '../payments/stripe';
import { productCards } from '../products/serializer';
import { createSearch } from '../search/search';
import { CAN_SELL } from '../sellers/policy';
import type { Services } from '../services';
import { openStore } from '../storage/open-store';

export interface Database {
  readonly url: string;
  close(): Promise<void>;
}

export async function openDatabase({ database, dataDir }: Config, log: Logger): Promise<Database> {
  if (database.kind === 'url') return { url: database.url, close: async () => undefined };
  const server = await startPostgres(dataDir, { say: (line) => log.warn(line) });
  return { url: server.url, close: server.stop };
}

export interface OpenServices extends Services {
  close(): Promise<void>;
}

export async function openServices(config: Config, databaseUrl: string, log: Logger): Promise<OpenServices> {
  const db = connect(databaseUrl, { applicationName: 'lotwise' });
  const replica = config.replicaUrl ? connect(config.replicaUrl, { applicationName: 'lotwise-replica' }) : db;
  const limitsPool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'lotwise-limits',
    max: 5,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
  });
  // The pool replaces idle connections; a query reports the error of its own.
  limitsPool.on('error', (err) => log.warn({ err }, 'an idle connection broke'));
  const health = monitorDatabase({ databaseUrl, dbs: [db], pools: [limitsPool], log });
  const store = await openStore(config);
  const cable = await openCable({ databaseUrl, redisUrl: config.redisUrl, log });
  const search = createSearch({ db, log, listedSql: CAN_SELL, toCards: productCards });
  const opened = {
    config,
    db,
    replica,
    limitsPool,
    store,
    search,
    cable,
    sessions: createCookieSessions({ config, db, limitsPool }),
    bearerTokens: createBearerTokens({ config, db }),
    stripe: createStripe({ config, db }),
    log,
  };
  const followers = startFollowers(opened);
  return {
    ...opened,
    transaction: followers.transaction,
    async close() {
      await followers.stop();
      await health.stop();
      await cable.stop();
      await Promise.all([db.destroy(), replica === db ? undefined : replica.destroy(), limitsPool.end()]);
    },
  };
}
