import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import knex from 'knex';
import pg from 'pg';
import { isMoney, toCents } from './money-columns';
import { type StatementObserver, sqlstateClass } from './sql';

export type Db = Knex;

const INT8 = 20;
const DATE = 1082;

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function moneyToCents(row: Record<string, unknown>) {
  for (const column of Object.keys(row)) if (isMoney(column)) row[column] = toCents(row[column]);
  return row;
}

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = { [INT8]: BigInt, [DATE]: String };

/** Parses int8 as bigint and keeps a date's text, which has no time zone. Set per connection, because a global parser would change other packages' results. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS[oid]) ?? pg.types.getTypeParser(oid, format),
};

/** Together with the interval of the probes (health.ts) under 5 s, in which requests must get a response. */
export const RESPONSE_TIMEOUT_MS = 3_500;

/** A process that hangs within a transaction keeps its locks no longer. Longer than any pause between two statements. */
const IDLE_TRANSACTION_MS = 15_000;

export interface ConnectOptions {
  readonly max?: number;
  readonly applicationName?: string;
  /** False behind a pooler that loses named statements. */
  readonly named?: boolean;
  readonly observer?: StatementObserver;
}

interface KnexQuery {
  readonly __knexQueryUid: string;
}

/** Statements of the query builder and `raw`; `statement()` tells of its own. */
function observeQueries(db: Db, observer: StatementObserver) {
  const began = new Map<string, number>();
  db.on('query', ({ __knexQueryUid: id }: KnexQuery) => began.set(id, performance.now()));
  db.on('query-response', (_rows: unknown, { __knexQueryUid: id }: KnexQuery) => {
    observer.ended('other', performance.now() - (began.get(id) ?? performance.now()));
    began.delete(id);
  });
  db.on('query-error', (error: unknown, { __knexQueryUid: id }: KnexQuery) => {
    observer.failed(sqlstateClass(error));
    began.delete(id);
  });
}

interface StartedTransaction {
  begin(connection: TransactionConnection): Promise<unknown>;
}

interface TransactionConnection {
  readonly connection: { readonly stream: Socket };
  __knex__disposed?: unknown;
}

/**
 * Sends BEGIN with the transaction's first statements, which would otherwise wait for its answer. Where it fails, what
 * left with it has run by itself, and nothing may follow outside a transaction: its connection is closed. So acts begin with
 * a lock or a read.
 */
function pipelineBegin({ client }: Db) {
  const start = client.transaction.bind(client) as (...options: unknown[]) => StartedTransaction;
  client.transaction = (...options: unknown[]) => {
    const started = start(...options);
    const begin = started.begin.bind(started);
    started.begin = async (connection) => {
      const { stream } = connection.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      // Knex rejects the transaction and answers undefined.
      void begin(connection).then((begun) => {
        if (begun) return;
        // Its pool looks at this, too, before it hands the connection out.
        connection.__knex__disposed = true;
        stream.destroy();
      });
    };
    return started;
  };
}

export function connect(
  databaseUrl: string,
  { max = 10, applicationName = 'lotwise', named = true, observer }: ConnectOptions = {},
): Db {
  const config: Knex.Config & { observer: StatementObserver | undefined } = {
    // Ours: `statement()` reads it.
    observer,
    client: 'pg',
    connection: {
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
      // Concurrent queries of a transaction are sent together.
      pipeline: true,
      // PgBouncer refuses it; behind one it is the role's (docs/operations.md).
      ...(named && { idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS }),
      types,
      // Ours: `statement()` reads it.
      named,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max },
    // Long, for peak load; health.ts ends the wait sooner when the server is unavailable.
    acquireConnectionTimeout: 60_000,
    postProcessResponse: (result: unknown) => {
      if (Array.isArray(result)) {
        for (const row of result) if (isRow(row)) moneyToCents(row);
      } else if (isRow(result)) {
        if (Array.isArray(result.rows)) for (const row of result.rows) moneyToCents(row);
        else moneyToCents(result);
      }
      return result;
    },
  };
  const db = knex(config);
  pipelineBegin(db);
  if (observer) observeQueries(db, observer);
  return db;
}

export const addressOf = (db: Db): string =>
  (db.client.config.connection as { connectionString: string }).connectionString;
