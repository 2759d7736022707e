import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type pg from 'pg';
import { type AnswerShape, sendStatement } from './statement-query';

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
  const shape: AnswerShape = {};
  return async (db: Knex, values: readonly unknown[], onSent?: () => void): Promise<Row[]> => {
    const { connection: options, observer } = (db.client as Connections).config;
    const began = performance.now();
    const batch = currentBatch(db.client as Connections);
    try {
      const connection = await batch.connection;
      if (hasEnded(db)) throw new Error(`The statement ${name} came after its transaction ended`);
      const sent = { name: options.named ? name : undefined, text, values, shape };
      const answer = sendStatement<Row>(connection, sent);
      onSent?.();
      const rows = await answer;
      observer?.ended(name, performance.now() - began);
      return rows;
    } catch (error) {
      observer?.failed(sqlstateClass(error));
      batch.failure ??= error;
      // What was sent after it fails as well, and may be told first: only the cause says whether to try again.
      if (isAborted(error) && batch.failure !== error) throw batch.failure;
      // Leads to the caller, not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      await batch.leave();
    }
  };
};

const isAborted = (error: unknown) => (error as { code?: unknown }).code === '25P02';

/** The connection may belong to another transaction by then. */
const hasEnded = (db: Knex | Knex.Transaction) => 'isCompleted' in db && db.isCompleted();

/** A statement on its way, whose answer is awaited later. */
export interface Sent {
  readonly written: Promise<unknown>;
}

/**
 * Resolves once the statement is sent, so that the next one goes out with it, in one round trip. `send` passes `onSent` on
 * to it. Rejects where it fails before that; await `written` in any case.
 */
export const whenSent = (send: (onSent: () => void) => Promise<unknown>): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const written = send(() => resolve({ written }));
    // What fails before it is sent rejects, so that no commit goes out without it.
    written.then(() => resolve({ written }), reject);
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
  /** The first of its statements to fail. In a transaction, those after it fail with 25P02. */
  failure: unknown;
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

/**
 * SQL, in a statement's `from`: its commit waits for no disk. A server that crashes may forget it, but never without what
 * was committed later.
 */
export const UNFLUSHED = "set_config('synchronous_commit', 'off', true)";

/** A constant list as SQL, for `in` and `not in`. For the project's own words only: nothing is escaped. */
export const sqlList = (values: readonly string[]): string =>
  `(${values.map((value) => `'${value}'`).join(', ')})`;

/** Whether the statement failed on this constraint of the schema. */
export const violates = (error: unknown, constraint: string) =>
  (error as { constraint?: unknown } | null)?.constraint === constraint;

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
