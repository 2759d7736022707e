import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const RETRY_MS = 300;

/** serialization_failure, which graphile-worker retries up to 100 times. */
const RETRYABLE = '40001';
/** Errors of data, constraints and syntax, which a retry cannot fix. */
const PERMANENT_ERROR = /^(22|23|42)/;

/** Makes connection errors retryable; otherwise the queue gives up and ends the process. */
function toRetryable(error: Error & { code?: string }) {
  if (PERMANENT_ERROR.test(error.code ?? '')) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: RETRYABLE });
}

function retryQueries(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const result = query(...args);
    return result instanceof Promise ? result.catch((error) => Promise.reject(toRetryable(error))) : result;
  }) as typeof client.query;
}

type OnConnect = Parameters<pg.Pool['connect']>[0];

/** While the database is unavailable, connections and job results wait for it. */
export class RetryingPool extends pg.Pool {
  #unavailable = false;
  readonly #log: Logger;

  constructor(options: pg.PoolConfig, log: Logger) {
    super({ connectionTimeoutMillis: 5_000, keepAlive: true, ...options });
    this.#log = log;
    this.on('error', (error) => log.debug({ reason: error.message }, 'a connection of the queue broke'));
    this.on('connect', (client) => {
      client.on('error', () => undefined);
      retryQueries(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect) {
    const client = this.#connectWithRetries();
    if (!callback) return client;
    void client.then((connected) => callback(undefined, connected, connected.release));
  }

  async #connectWithRetries(): Promise<pg.PoolClient> {
    while (!this.ending) {
      try {
        const client = await super.connect();
        if (this.#unavailable) this.#log.info('the queue reconnected to its database');
        this.#unavailable = false;
        return client;
      } catch (error) {
        if (!this.#unavailable && !this.ending)
          this.#log.warn({ reason: String(error) }, 'the queue waits for its database');
        this.#unavailable = true;
        await pause(RETRY_MS);
      }
    }
    // After the end of the pool, callers wait forever: no query may run.
    return new Promise(() => undefined);
  }
}
