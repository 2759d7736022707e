import knex, { type Knex } from 'knex';
import pg from 'pg';
import { cents } from '../server/contract/money';

export type Db = Knex;

const INT8 = 20;

// Money columns do not all end in _cents: these two keep the names that operators' SQL relies on (docs/rules.md#database-names).
const isMoney = (column: string) =>
  column.endsWith('_cents') || column === 'total_net_to_seller' || column === 'net_to_seller';

/** In place; all columns are looked at where none are named. */
export function moneyToCents(row: Record<string, unknown>, columns: readonly string[] = moneyColumns(row)) {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === 'bigint') row[column] = cents(value);
  }
  return row;
}

/** Of a row, which those of the same statement have in common. */
export const moneyColumns = (row: object) => Object.keys(row).filter(isMoney);

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** int8 arrives as bigint, money columns as Cents. The parsers are this connection's own: a global one breaks others. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format),
};

export interface ConnectOptions {
  /** Connections at most. */
  readonly max?: number;
  readonly applicationName?: string;
}

/** A pool of connections. sslmode in the address is honoured. */
export function connect(
  databaseUrl: string,
  { max = 10, applicationName = 'lotwise' }: ConnectOptions = {},
): Db {
  return knex({
    client: 'pg',
    connection: {
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: 3_500,
      keepAlive: true,
      // What is asked at once in a transaction goes out at once, and is answered in its order.
      pipeline: true,
      types,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max },
    // In a rush one waits one's turn; a server that is away ends the wait sooner (pulse.ts).
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
  });
}

/** Where a connection leads: for what cannot share its pool (LISTEN, the queue). */
export const addressOf = (db: Db): string =>
  (db.client.config.connection as { connectionString: string }).connectionString;
