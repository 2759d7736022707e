import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Db, RESPONSE_TIMEOUT_MS } from './connection';

const PROBE_INTERVAL_MS = 500;
const GRACE_MS = 250;
const RETRY_MS = 250;

const UNAVAILABLE = '57P03'; // cannot_connect_now

const unavailableError = () =>
  Object.assign(new Error('The database does not answer'), { code: UNAVAILABLE });

/** Rejects after the timeout. The grace period lets a busy process read replies already in the socket buffer. */
async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await pause(RESPONSE_TIMEOUT_MS, undefined, { signal, ref: false });
  await pause(GRACE_MS, undefined, { signal, ref: false });
  throw unavailableError();
}

async function probeOnce(client: pg.Client) {
  const done = new AbortController();
  const reply = client.query('select 1');
  // The loser of the race must not cause an unhandled rejection.
  reply.catch(() => undefined);
  const timeout = rejectAfterTimeout(done.signal);
  timeout.catch(() => undefined);
  try {
    await Promise.race([reply, timeout]);
  } finally {
    done.abort();
  }
}

/** An SQLSTATE from a running server, such as too_many_connections. */
const isServerError = (error: unknown) => {
  const { code } = error as { code?: string };
  return (
    typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P') && !code.startsWith('E')
  );
};

const socketOf = (client: unknown) => (client as { connection?: { stream?: Socket } }).connection?.stream;

interface PoolGuard {
  /** Destroys all sockets, so that pending queries fail at once. */
  disconnect(): void;
}

const destroyAll = (clients: Iterable<unknown>) => {
  for (const client of clients) socketOf(client)?.destroy();
};

interface TarnPool {
  on(event: 'createSuccess' | 'destroySuccess', listener: (id: number, client: unknown) => void): void;
}

function guardKnex(db: Db, isUnavailable: () => boolean): PoolGuard {
  const clients = new Set<unknown>();
  const pool = db.client.pool as TarnPool;
  pool.on('createSuccess', (_id, client) => clients.add(client));
  pool.on('destroySuccess', (_id, client) => clients.delete(client));
  const acquire = db.client.acquireConnection.bind(db.client) as () => Promise<unknown>;
  const waiting = new Set<(error: Error) => void>();
  db.client.acquireConnection = () =>
    new Promise((resolve, reject) => {
      if (isUnavailable()) return reject(unavailableError());
      waiting.add(reject);
      acquire().then(
        (client) => {
          // A caller that was rejected meanwhile cannot use the client.
          if (waiting.delete(reject)) resolve(client);
          else void db.client.releaseConnection(client);
        },
        (error: Error) => {
          waiting.delete(reject);
          reject(error);
        },
      );
    });
  return {
    disconnect() {
      for (const reject of waiting) reject(unavailableError());
      waiting.clear();
      destroyAll(clients);
    },
  };
}

function guardPool(pool: pg.Pool, isUnavailable: () => boolean): PoolGuard {
  const clients = new Set<unknown>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const connect = pool.connect.bind(pool) as (done?: (error: Error) => void) => Promise<pg.PoolClient>;
  const guarded = (done?: (error: Error) => void) => {
    if (!isUnavailable()) return connect(done);
    if (!done) return Promise.reject(unavailableError());
    process.nextTick(done, unavailableError());
  };
  pool.connect = guarded as pg.Pool['connect'];
  return { disconnect: () => destroyAll(clients) };
}

interface MonitorOptions {
  readonly databaseUrl: string;
  readonly dbs: readonly Db[];
  readonly pools: readonly pg.Pool[];
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

// A separate connection, because a hanging server ends no query by itself. While it is unavailable, connection
// requests are rejected at once. Long waits for locks do not count.
export const monitorDatabase = (options: MonitorOptions) => new HealthMonitor(options);

export class HealthMonitor {
  readonly #databaseUrl: string;
  readonly #log: MonitorOptions['log'];
  readonly #guards: readonly PoolGuard[];
  readonly #watching: Promise<void>;
  #isUnavailable = false;
  #stopped = false;
  #probe: pg.Client | undefined;
  #hasResponded = false;

  constructor({ databaseUrl, dbs, pools, log }: MonitorOptions) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    this.#guards = [
      ...dbs.map((db) => guardKnex(db, () => this.#isUnavailable)),
      ...pools.map((pool) => guardPool(pool, () => this.#isUnavailable)),
    ];
    this.#watching = this.#watch();
  }

  isUnavailable() {
    return this.#isUnavailable;
  }

  async stop() {
    this.#stopped = true;
    socketOf(this.#probe)?.destroy();
    await Promise.race([this.#watching, pause(PROBE_INTERVAL_MS, undefined, { ref: false })]);
  }

  async #watch() {
    let failures = 0;
    while (!this.#stopped) {
      const began = performance.now();
      this.#hasResponded = false;
      const error = await this.#probeUntilFailure().catch((reason: unknown) => reason);
      if (this.#stopped) return;
      // A connection that worked for a while may only have been closed, so it is retried before the alarm.
      const wasStable = this.#hasResponded && performance.now() - began > PROBE_INTERVAL_MS;
      failures = wasStable && (error as { code?: string }).code !== UNAVAILABLE ? 0 : failures + 1;
      if (isServerError(error)) this.#markAvailable();
      else if (failures > 0) this.#markUnavailable();
      if (failures > 0) await pause(RETRY_MS, undefined, { ref: false });
    }
  }

  async #probeUntilFailure() {
    const probe = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'lotwise-pulse',
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    });
    this.#probe = probe;
    probe.on('error', () => undefined);
    try {
      await probe.connect();
      while (!this.#stopped) {
        await probeOnce(probe);
        this.#hasResponded = true;
        this.#markAvailable();
        await pause(PROBE_INTERVAL_MS, undefined, { ref: false });
      }
    } finally {
      socketOf(probe)?.destroy();
    }
  }

  #markUnavailable() {
    if (this.#isUnavailable || this.#stopped) return;
    this.#isUnavailable = true;
    this.#log.warn('the database does not answer');
    for (const guard of this.#guards) guard.disconnect();
  }

  #markAvailable() {
    if (!this.#isUnavailable) return;
    this.#isUnavailable = false;
    this.#log.info('the database answers again');
  }
}
