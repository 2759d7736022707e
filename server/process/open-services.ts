import pg from 'pg';
import type { Logger } from 'pino';
import { connect, RESPONSE_TIMEOUT_MS } from '../../db/connection';
import { monitorDatabase } from '../../db/health';
import { openCable } from '../cable/cable';
import type { Config } from '../config/config';
import { startPostgres } from '../embedded-postgres/start.mjs';
import type { Services } from '../services';
import { openStore } from '../storage/open-store';
import { composeServices } from './compose-services';

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
  const limitsPool = openLimitsPool(databaseUrl, log);
  const health = monitorDatabase({ databaseUrl, dbs: [db], pools: [limitsPool], log });
  const store = await openStore(config);
  const cable = await openCable({ databaseUrl, redisUrl: config.redisUrl, log });
  const { services, stop } = composeServices({ config, db, replica, limitsPool, store, cable, log });
  return {
    ...services,
    async close() {
      await stop();
      await health.stop();
      await cable.stop();
      await Promise.all([db.destroy(), replica === db ? undefined : replica.destroy(), limitsPool.end()]);
    },
  };
}

function openLimitsPool(databaseUrl: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'lotwise-limits',
    max: 5,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
  });
  // The pool replaces idle connections; a query reports the error of its own.
  pool.on('error', (err) => log.warn({ err }, 'an idle connection broke'));
  return pool;
}
