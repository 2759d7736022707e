import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const RETRY_MS = 300;

/** What graphile-worker tries again at once, a hundred times. */
const TRY_AGAIN = '40001';
/** Data, constraints, syntax: the same statement fails the same again. */
const PERMANENT_ERROR = /^(22|23|42)/;

/** A result that was not written is written later, where the queue would otherwise give up and end the process. */
function tryAgain(error: Error & { code?: string }) {
  if (PERMANENT_ERROR.test(error.code ?? '')) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: TRY_AGAIN });
}

const patient = new WeakSet<pg.PoolClient>();

function retryQueries(client: pg.PoolClient) {
  if (patient.has(client)) return client;
  patient.add(client);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const result = query(...args);
    return result instanceof Promise ? result.catch((error) => Promise.reject(tryAgain(error))) : result;
  }) as typeof client.query;
  return client;
}

type OnConnect = Parameters<pg.Pool['connect']>[0];

/** The queue's connections: while the database is away they wait for it, and so do the jobs' results. */
export class RetryingPool extends pg.Pool {
  #away = false;
  readonly #log: Logger;

  constructor(options: pg.PoolConfig, log: Logger) {
    super({ connectionTimeoutMillis: 5_000, keepAlive: true, ...options });
    this.#log = log;
    this.on('error', (error) => log.debug({ reason: error.message }, 'a connection of the queue broke'));
    // Whoever uses the connection is told by the query.
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect) {
    const client = this.#untilThere();
    if (!callback) return client;
    void client.then((found) => callback(undefined, found, found.release));
  }

  async #untilThere(): Promise<pg.PoolClient> {
    while (!this.ending) {
      try {
        const client = retryQueries(await super.connect());
        if (this.#away) this.#log.info('the queue has its database again');
        this.#away = false;
        return client;
      } catch (error) {
        if (!this.#away && !this.ending)
          this.#log.warn({ reason: String(error) }, 'the queue waits for its database');
        this.#away = true;
        await pause(RETRY_MS);
      }
    }
    // Who still waits when the pool has ended waits for nothing.
    return new Promise(() => undefined);
  }
}
