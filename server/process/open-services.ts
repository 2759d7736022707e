import pg from 'pg';
import type { Logger } from 'pino';
import { connect, RESPONSE_TIMEOUT_MS } from '../../db/connection';
import { monitorDatabase } from '../../db/health';
import { keepsStatements, UnnamingClient } from '../../db/pooler';
import { queueConnections } from '../../db/queued-connections';
import { openReplica, withoutReplica } from '../../db/replica';
import { createRequestScopes } from '../../db/request-scope';
import { requireRestored } from '../../db/restoring';
import { openCable } from '../cable/cable';
import type { Config } from '../config/config';
import { StartRefused } from '../config/config-error';
import { startPostgres } from '../embedded-postgres/start.mjs';
import { openErrorReports, reportUncaught } from '../errors/error-reports';
import { createInstruments } from '../metrics/instruments';
import { observeCable, observeStatements } from '../metrics/observers';
import type { Services } from '../services';
import { openStore } from '../storage/open-store';
import { composeServices } from './compose-services';

export interface Database {
  readonly url: string;
  /** For what needs a session of its own, past a pooler. */
  readonly directUrl: string;
  close(): Promise<void>;
}

const POOLER_LOSES_STATEMENTS =
  'DATABASE_URL leads through a pooler that loses named statements: set DATABASE_POOLER=transaction';

/** Throws StartRefused if DATABASE_POOLER does not say what DATABASE_URL leads through. */
async function requireNamedStatements({ operations }: Config, url: string) {
  if (operations.databasePooler === 'transaction' || (await keepsStatements(url))) return;
  throw new StartRefused(POOLER_LOSES_STATEMENTS);
}

export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const { database, dataDir, operations } = config;
  if (database.kind === 'url') {
    const directUrl = operations.databaseDirectUrl ?? database.url;
    return { url: database.url, directUrl, close: async () => undefined };
  }
  const server = await startPostgres(dataDir, { say: (line) => log.warn(line) });
  return { url: server.url, directUrl: server.url, close: server.stop };
}

export interface OpenServices extends Services {
  close(): Promise<void>;
}

export async function openServices(
  config: Config,
  database: Database,
  output: Logger,
): Promise<OpenServices> {
  const { databasePool: max, databasePooler, version } = config.operations;
  const log = output.child({ version });
  const named = databasePooler === 'none';
  if (config.database.kind === 'url') await requireNamedStatements(config, database.url);
  await requireRestored(database.directUrl);
  const metrics = createInstruments();
  const requestScopes = createRequestScopes();
  const observer = observeStatements(metrics, log, requestScopes);
  const db = connect(database.url, { applicationName: 'lotwise', max, named, observer });
  if (config.operations.loadShedding)
    queueConnections(db, requestScopes, (load) => metrics.httpShed.inc({ class: load, reason: 'pool' }));
  const limitsPool = openLimitsPool(database.url, named, log);
  const health = monitorDatabase({
    databaseUrl: database.directUrl,
    dbs: [db],
    pools: [limitsPool],
    log,
    onAcquired: (pool, waitedMs) => metrics.dbWaitSeconds.observe({ pool }, waitedMs / 1_000),
  });
  const monitored = config.replicaUrl
    ? await openReplica({ url: config.replicaUrl, primary: db, primaryPool: limitsPool, log })
    : null;
  const store = await openStore(config);
  const errorReports = await openErrorReports(config, log);
  const stopReporting = reportUncaught(errorReports);
  const cable = await openCable({
    databaseUrl: database.directUrl,
    redisUrl: config.redisUrl,
    log,
    observer: observeCable(metrics),
  });
  const connections = {
    config,
    db,
    requestScopes,
    databaseHealth: health,
    databaseClock: health.clock,
    replica: monitored ?? withoutReplica(db),
    limitsPool,
    store,
    cable,
    log,
    metrics,
    errorReports,
  };
  // Until then the clock is the process's own.
  await health.probed;
  const { services, stop } = composeServices(connections);
  return {
    ...services,
    async close() {
      await stop();
      await health.stop();
      await cable.stop();
      await monitored?.stop();
      await Promise.all([db.destroy(), limitsPool.end()]);
      await errorReports.close();
      stopReporting();
    },
  };
}

function openLimitsPool(databaseUrl: string, named: boolean, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'lotwise-limits',
    max: 5,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
    ...(!named && { Client: UnnamingClient }),
  });
  // The pool replaces idle connections; a query reports the error of its own.
  pool.on('error', (err) => log.warn({ err }, 'an idle connection broke'));
  return pool;
}
