import type { Logger } from 'pino';
import { isServerError } from '../../db/health';
import { keepsStatements } from '../../db/pooler';
import { createRequestScopes } from '../../db/request-scope';
import { requireRestored } from '../../db/restoring';
import { openCable } from '../cable/cable';
import type { Config } from '../config/config';
import { StartRefused } from '../config/config-error';
import { startPostgres } from '../embedded-postgres/start.mjs';
import { openErrorReports, reportUncaught } from '../errors/error-reports';
import { createInstruments } from '../metrics/instruments';
import { observeCable } from '../metrics/observers';
import type { Services } from '../services';
import { openStore } from '../storage/open-store';
import { composeServices } from './compose-services';
import { openPools } from './open-pools';

export interface Database {
  readonly url: string;
  /** For what needs a session of its own, past a pooler. */
  readonly directUrl: string;
  close(): Promise<void>;
}

const POOLER_LOSES_STATEMENTS =
  'DATABASE_URL leads through a pooler that loses named statements: set DATABASE_POOLER=transaction';

/** An unreachable database passes: the process waits for it, as it does later. */
const mayKeepStatements = (url: string) =>
  keepsStatements(url).catch((error: unknown) => {
    if (isServerError(error)) throw error;
    return true;
  });

/** Throws StartRefused if DATABASE_POOLER does not say what DATABASE_URL leads through. */
async function requireNamedStatements({ operations }: Config, url: string) {
  if (operations.databasePooler === 'transaction' || (await mayKeepStatements(url))) return;
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
  const log = output.child({ version: config.operations.version });
  if (config.database.kind === 'url') await requireNamedStatements(config, database.url);
  await requireRestored(database.directUrl);
  const metrics = createInstruments();
  const requestScopes = createRequestScopes();
  const pools = await openPools({ config, database, log, metrics, requestScopes });
  const { db, limitsPool, health, replica } = pools;
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
    replica,
    limitsPool,
    store,
    cable,
    log,
    metrics,
    errorReports,
  };
  // Until then the clock is the process's own.
  await health.probed;
  const { services, stop } = composeServices({
    ...connections,
    databaseHealth: health,
    databaseClock: health.clock,
  });
  return {
    ...services,
    async close() {
      await stop();
      await pools.stopMonitoring();
      await cable.stop();
      await pools.close();
      await errorReports.close();
      stopReporting();
    },
  };
}
