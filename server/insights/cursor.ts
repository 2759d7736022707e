import type { Knex } from 'knex';

const BATCH = 500;

interface Statement {
  readonly sql: string;
  readonly bindings: Record<string, unknown>;
}

/**
 * The rows of a statement in batches, all of one moment, with memory for one batch. Holds a connection until the
 * reader is done or gone. `work` reads by the same connection.
 */
export async function* batches<Row, Answer>(
  db: Knex,
  { sql, bindings }: Statement,
  work: (db: Knex, rows: Row[]) => Promise<Answer[]>,
): AsyncGenerator<Answer[]> {
  const tx = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
  let done = false;
  try {
    // Planned for its first rows: somebody waits for them.
    await tx.raw('set local statement_timeout = 0; set local cursor_tuple_fraction = 0.001');
    await tx.raw(`declare rows no scroll cursor for ${sql}`, bindings);
    for (;;) {
      const { rows } = await tx.raw<{ rows: Row[] }>(`fetch ${BATCH} from rows`);
      if (rows.length > 0) yield await work(tx, rows);
      if (rows.length < BATCH) break;
    }
    done = true;
  } finally {
    // Whoever hangs up in the middle leaves nothing open.
    await (done ? tx.commit() : tx.rollback()).catch(() => undefined);
  }
}
