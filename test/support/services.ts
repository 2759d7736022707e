import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { connect } from '../../db/connection';
import { UnnamingClient } from '../../db/pooler';
import { type Replica, withoutReplica } from '../../db/replica';
import { createRequestScopes } from '../../db/request-scope';
import { createCable } from '../../server/cable/cable';
import { localFanout } from '../../server/cable/fanout/in-process';
import { postgresFanout } from '../../server/cable/fanout/postgres';
import type { Config } from '../../server/config/config';
import { waits } from '../../server/config/waits';
import { type ErrorReports, noErrorReports } from '../../server/errors/error-reports';
import { createInstruments } from '../../server/metrics/instruments';
import { observeCable, observeStatements } from '../../server/metrics/observers';
import { composeServices } from '../../server/process/compose-services';
import type { Services } from '../../server/services';
import { diskStore } from '../../server/storage/disk';
import type { Store } from '../../server/storage/store';
import { projectRoot } from './roots';

/** The defaults of a start without variables, with a temporary data folder. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const dataDir = changes.dataDir ?? mkdtempSync(join(tmpdir(), 'lotwise-test-'));
  return {
    production: false,
    root: projectRoot,
    dataDir,
    port: null,
    database: { kind: 'embedded' },
    replicaUrl: null,
    seedDemo: false,
    secretKeyBase: 'a secret of the tests, long enough for every use of it',
    appUrl: 'http://localhost:3000',
    redisUrl: null,
    cableAllowedOrigins: [],
    storage: { kind: 'disk', dir: join(dataDir, 'uploads') },
    s3: { region: 'us-east-1', endpoint: null },
    stripe: { kind: 'sandbox' },
    mail: { kind: 'mailbox', from: 'Lotwise <hello@example.com>' },
    shopify: null,
    brandName: 'Lotwise',
    brandAddress: null,
    contactEmail: 'hello@example.com',
    feeBps: 1000,
    restrictedMode: false,
    legacy: null,
    trustProxy: 0,
    demo: true,
    rateLimits: true,
    staffSecondFactor: false,
    claimAnswerHours: 72,
    unpaidOrderHours: 48,
    maxUnpaidOrders: 20,
    offerExpiryDays: 30,
    receiptDays: 10,
    claimDays: 7,
    payoutMinimumCents: 100,
    waits: waits.short,
    analyticsSrc: null,
    webConcurrency: 1,
    operations: {
      metricsToken: null,
      metricsPort: null,
      sentryDsn: null,
      loadShedding: false,
      databaseDirectUrl: null,
      databasePooler: 'none',
      databasePool: 10,
      operationsEmail: null,
      backupLocation: null,
      version: 'test',
    },
    ...changes,
  };
}

interface TestOptions {
  config?: Partial<Config>;
  store?: Store;
  log?: Logger;
  errorReports?: ErrorReports;
  replica?: Replica;
  /** Broadcasts through PostgreSQL instead of within the process. */
  fanout?: 'postgres';
}

export interface TestServices extends Services {
  close(): Promise<void>;
}

/** knex makes each `?` of raw SQL a binding, even in quoted text; a backslash escapes it. */
function refuseStrayBindings({ sql, bindings = [] }: { sql: string; bindings?: readonly unknown[] }) {
  const highest = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, digits]) => Number(digits)));
  if (highest > bindings.length)
    throw new Error(`${highest - bindings.length} bindings have no value: ${sql}`);
}

/** With `npm test -- --pooler`, the product's connections lead through PgBouncer. */
function throughPooler(databaseUrl: string) {
  const port = process.env.TEST_POOLER_PORT;
  return port
    ? { pooled: Object.assign(new URL(databaseUrl), { port }).href, named: false }
    : { pooled: databaseUrl, named: true };
}

const directly = (config: Config, databaseDirectUrl: string, named: boolean): Config =>
  named ? config : { ...config, operations: { ...config.operations, databaseDirectUrl } };

/** Opens services like development; the caller closes them or destroys `db`. */
export function testServices(
  databaseUrl: string,
  {
    config: changes,
    store,
    fanout,
    replica,
    errorReports = noErrorReports,
    log = pino({ level: process.env.TEST_LOG ?? 'silent' }),
  }: TestOptions = {},
): TestServices {
  const { pooled, named } = throughPooler(databaseUrl);
  const metrics = createInstruments();
  const requestScopes = createRequestScopes();
  const db = connect(pooled, { named, observer: observeStatements(metrics, log, requestScopes) });
  db.on('query', refuseStrayBindings);
  const config = directly(testConfig(changes), databaseUrl, named);
  const limitsPool = new pg.Pool({
    connectionString: pooled,
    max: 3,
    allowExitOnIdle: true,
    ...(!named && { Client: UnnamingClient }),
  });
  // Idle connections that break are replaced.
  limitsPool.on('error', () => undefined);
  const cable = createCable(
    fanout ? postgresFanout({ databaseUrl, log }) : localFanout(),
    observeCable(metrics),
  );
  const { services, stop } = composeServices({
    config,
    db,
    databaseHealth: { isUnavailable: () => false, clockOffsetMs: () => 0 },
    databaseClock: { now: () => new Date() },
    replica: replica ?? withoutReplica(db),
    limitsPool,
    store: store ?? diskStore(config, join(config.dataDir, 'uploads')),
    cable,
    log,
    metrics,
    requestScopes,
    errorReports,
  });
  return {
    ...services,
    async close() {
      await stop();
      await cable.stop();
      await db.destroy();
      await limitsPool.end();
    },
  };
}
