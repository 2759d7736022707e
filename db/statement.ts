import type { Knex } from 'knex';
import type pg from 'pg';
import { moneyToCents } from './connection';

/**
 * A statement that is asked over and over, as a value: `const rows = await THEM(db, [1])`. PostgreSQL parses and plans
 * it once per connection, and it goes past the query builder, which together is most of what a short one costs. Name
 * its columns: a `*` that a migration widens would break the processes that know it.
 */
export const statement = <Row extends object>(name: string, text: string) => {
  if (/\.\*|\b(?:select|returning)\s+\*/i.test(text))
    throw new Error(`The statement ${name} must name its columns`);
  return async (db: Knex, values: readonly unknown[]): Promise<Row[]> => {
    const client = db.client as Connections;
    const connection = await client.acquireConnection();
    try {
      const { rows } = await connection.query<Row>({ name, text, values: [...values] });
      for (const row of rows) moneyToCents(row as Record<string, unknown>);
      return rows;
    } finally {
      await client.releaseConnection(connection);
    }
  };
};

/** A pool's client, or a transaction's, which has the one connection. */
interface Connections {
  acquireConnection(): Promise<pg.ClientBase>;
  releaseConnection(connection: pg.ClientBase): Promise<void>;
}
