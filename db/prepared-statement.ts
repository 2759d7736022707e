import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type pg from 'pg';
import { moneyColumns, moneyToCents } from './connection';

/**
 * A statement that is asked over and over, as a value: `const rows = await THEM(db, [1])`. PostgreSQL parses and plans
 * it once per connection, and it goes past the query builder, which together is most of what a short one costs. Name
 * its columns: a `*` that a migration widens would break the processes that know it.
 */
export const statement = <Row extends object>(name: string, text: string) => {
  if (/\.\*|\b(?:select|returning)\s+\*/i.test(text))
    throw new Error(`The statement ${name} must name its columns`);
  let money: readonly string[] | undefined;
  return async (db: Knex, values: readonly unknown[]): Promise<Row[]> => {
    const breath = currentBatch(db.client as Connections);
    try {
      const connection = await breath.connection;
      const { rows } = await connection.query<Row>({ name, text, values: [...values] });
      if (rows[0]) money ??= moneyColumns(rows[0]);
      for (const row of rows) moneyToCents(row as Record<string, unknown>, money);
      return rows;
    } finally {
      await breath.leave();
    }
  };
};

/** A pool's client, or a transaction's, which has the one connection. */
interface Connections {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}

type Connection = pg.ClientBase & { readonly connection: { readonly stream: Socket } };

/**
 * Statements that are asked in one breath: they go to one connection, in one write, and are answered in their order
 * (pg's pipeline). A write and a process that is woken for each cost more than most of them take.
 */
class PipelineBatch {
  readonly connection: Promise<Connection>;
  readonly #client: Connections;
  #askers = 0;

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
    // Over at once, also where a connection is waited for: what others ask meanwhile has one of its own.
    queueMicrotask(() => openBatches.delete(client));
  }

  join() {
    this.#askers += 1;
    return this;
  }

  async leave() {
    this.#askers -= 1;
    // Whoever waited in vain for a connection has none to give back.
    const connection = this.#askers === 0 && (await this.connection.catch(() => null));
    if (connection) await this.#client.releaseConnection(connection);
  }
}

const openBatches = new WeakMap<Connections, PipelineBatch>();

function currentBatch(client: Connections): PipelineBatch {
  const breath = openBatches.get(client) ?? new PipelineBatch(client);
  openBatches.set(client, breath);
  return breath.join();
}
