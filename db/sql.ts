import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type pg from 'pg';
import { cents } from '../server/contract/money';

/** Told of every statement; its name, or `other`. Must not throw. */
export interface StatementObserver {
  ended(name: string, ms: number): void;
  /** The first two characters of the SQLSTATE, or `other`. */
  failed(code: string): void;
}

/** The two characters that name the class of an SQLSTATE. */
export const sqlstateClass = (error: unknown) => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'other';
};

/**
 * Planned once per connection. Throws on `*`, as a migration that adds a column would break running processes. `onSent`
 * is called once no later statement of the connection can overtake it.
 */
export const statement = <Row extends object>(name: string, text: string) => {
  if (/\.\*|\b(?:select|returning)\s+\*/i.test(text))
    throw new Error(`The statement ${name} must name its columns`);
  let money: readonly string[] | undefined;
  return async (db: Knex, values: readonly unknown[], onSent?: () => void): Promise<Row[]> => {
    const { connection: options, observer } = (db.client as Connections).config;
    const named = options.named ? { name } : null;
    const began = performance.now();
    const batch = currentBatch(db.client as Connections);
    try {
      const connection = await batch.connection;
      const answer = connection.query<Row>({ ...named, text, values: [...values] });
      onSent?.();
      const { rows } = await answer;
      if (rows[0]) money ??= moneyColumns(rows[0]);
      for (const row of rows) moneyToCents(row as Record<string, unknown>, money);
      observer?.ended(name, performance.now() - began);
      return rows;
    } catch (error) {
      observer?.failed(sqlstateClass(error));
      throw error;
    } finally {
      await batch.leave();
    }
  };
};

/** A statement on its way, whose answer is awaited later. */
export interface Sent {
  readonly written: Promise<void>;
}

/**
 * Resolves once the statement is sent, so that the next one goes out with it, in one round trip. `send` passes `onSent` on
 * to it. Await `written` in any case.
 */
export const whenSent = (send: (onSent: () => void) => Promise<void>): Promise<Sent> =>
  new Promise((resolve) => {
    const written = send(() => resolve({ written }));
    // Who awaits it may hear of a later failure first. Without a connection it fails before it is sent.
    written.catch(() => resolve({ written }));
  });

interface Connections {
  readonly config: {
    readonly connection: { readonly named: boolean };
    readonly observer?: StatementObserver | undefined;
  };
  openBatch?: PipelineBatch | undefined;
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}

type Connection = pg.ClientBase & { readonly connection: { readonly stream: Socket } };

/** Sends all statements of one turn over one connection in one write (pg's pipeline), to save system calls. */
class PipelineBatch {
  readonly connection: Promise<Connection>;
  readonly #client: Connections;
  #users = 0;

  constructor(client: Connections) {
    this.#client = client;
    this.connection = client.acquireConnection();
    this.connection.then(
      ({ connection: { stream } }) => {
        stream.cork();
        process.nextTick(() => stream.uncork());
      },
      () => undefined,
    );
    // Closes the batch now, even while the connection is pending; later statements get another connection.
    queueMicrotask(() => {
      client.openBatch = undefined;
    });
  }

  join() {
    this.#users += 1;
    return this;
  }

  async leave() {
    this.#users -= 1;
    const connection = this.#users === 0 && (await this.connection.catch(() => null));
    if (connection) await this.#client.releaseConnection(connection);
  }
}

function currentBatch(client: Connections): PipelineBatch {
  client.openBatch ??= new PipelineBatch(client);
  return client.openBatch.join();
}

/** A constant list as SQL, for `in` and `not in`. For the project's own words only: nothing is escaped. */
export const sqlList = (values: readonly string[]): string =>
  `(${values.map((value) => `'${value}'`).join(', ')})`;

/** Whether the statement failed on this constraint of the schema. */
export const violates = (error: unknown, constraint: string) =>
  (error as { constraint?: unknown } | null)?.constraint === constraint;

// Operators' SQL relies on these two names without _cents (docs/rules.md#database-names).
const isMoney = (column: string) =>
  column.endsWith('_cents') || column === 'total_net_to_seller' || column === 'net_to_seller';

export function moneyToCents(row: Record<string, unknown>, columns: readonly string[] = moneyColumns(row)) {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === 'bigint') row[column] = cents(value);
  }
  return row;
}

const moneyColumns = (row: object) => Object.keys(row).filter(isMoney);

/** SQL: units per case where the seller sells by the case, else 1. `products` is the table's alias. */
export const orderMultiple = (products: string) =>
  `case ${products}.sell_by when 'inner' then ${products}.inner_quantity
        when 'outer' then ${products}.outer_quantity else 1::bigint end as order_multiple`;

/** SQL: of the product's own location unless that is deleted, else of the seller's default. Needs `shipFromJoins`. */
export const SHIP_FROM_STATE = 'coalesce(own_location.region, default_location.region) as ship_from_state';

/** SQL. `products` is the table's alias. */
export const shipFromJoins = (products: string) =>
  `left join addresses own_location on own_location.id = ${products}.location_id and own_location.deleted_at is null
   left join addresses default_location on default_location.seller_id = ${products}.seller_id
     and default_location.is_default and default_location.deleted_at is null`;
