import type { Knex } from 'knex';
import pg from 'pg';
import type { Logger } from 'pino';
import { connect, RESPONSE_TIMEOUT_MS } from '../../db/connection';
import { monitorDatabase } from '../../db/health';
import { UnnamingClient } from '../../db/pooler';
import { queueConnections } from '../../db/queued-connections';
import { openReplica, withoutReplica } from '../../db/replica';
import type { RequestScopes } from '../../db/request-scope';
import type { Config } from '../config/config';
import type { Instruments } from '../metrics/instruments';
import { observeStatements } from '../metrics/observers';

interface PoolOptions {
  readonly config: Config;
  readonly database: { readonly url: string; readonly directUrl: string };
  readonly log: Logger;
  readonly metrics: Instruments;
  readonly requestScopes: RequestScopes;
}

/** Opens the connections to the database and its replica, and watches both. */
export async function openPools(options: PoolOptions) {
  const { config, log } = options;
  const db = openMainPool(options);
  const limitsPool = openLimitsPool(options);
  const health = openHealthMonitor(options, db, limitsPool);
  const replica = config.replicaUrl
    ? await openReplica({ url: config.replicaUrl, primary: db, primaryPool: limitsPool, log })
    : null;
  return {
    db,
    limitsPool,
    health,
    replica: replica ?? withoutReplica(db),
    /** Before other connections close: its wait does not keep the process alive. */
    stopMonitoring: () => health.stop(),
    async close() {
      await replica?.stop();
      await Promise.all([db.destroy(), limitsPool.end()]);
    },
  };
}

const sendsNames = ({ operations }: Config) => operations.databasePooler === 'none';

function openMainPool({ config, database, log, metrics, requestScopes }: PoolOptions): Knex {
  const db = connect(database.url, {
    applicationName: 'lotwise',
    max: config.operations.databasePool,
    named: sendsNames(config),
    observer: observeStatements(metrics, log, requestScopes),
  });
  if (config.operations.loadShedding)
    queueConnections(db, requestScopes, (load) => metrics.httpShed.inc({ class: load, reason: 'pool' }));
  return db;
}

function openLimitsPool({ config, database, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: database.url,
    application_name: 'lotwise-limits',
    max: 5,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
    ...(!sendsNames(config) && { Client: UnnamingClient }),
  });
  // The pool replaces idle connections; a query reports the error of its own.
  pool.on('error', (err) => log.warn({ err }, 'an idle connection broke'));
  return pool;
}

const openHealthMonitor = ({ database, log, metrics }: PoolOptions, db: Knex, limitsPool: pg.Pool) =>
  monitorDatabase({
    databaseUrl: database.directUrl,
    dbs: [db],
    pools: [limitsPool],
    log,
    onAcquired: (pool, waitedMs) => metrics.dbWaitSeconds.observe({ pool }, waitedMs / 1_000),
  });
