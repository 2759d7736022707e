import type { Knex } from 'knex';

const BATCH = 500;

interface Statement {
  readonly sql: string;
  readonly bindings: Record<string, unknown>;
}

/** Reads a statement in batches from one snapshot. Holds a connection until the iterator ends; `work` uses it too. */
export async function* batches<Row, Answer>(
  db: Knex,
  { sql, bindings }: Statement,
  transform: (db: Knex, rows: Row[]) => Promise<Answer[]>,
): AsyncGenerator<Answer[]> {
  const tx = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
  let completed = false;
  try {
    // Makes the planner optimize for the first rows.
    await tx.raw('set local statement_timeout = 0; set local cursor_tuple_fraction = 0.001');
    // Its client reads at its own speed; who stops reading is cut off elsewhere.
    await tx.raw('set local idle_in_transaction_session_timeout = 0');
    await tx.raw(`declare rows no scroll cursor for ${sql}`, bindings);
    for (;;) {
      const { rows } = await tx.raw<{ rows: Row[] }>(`fetch ${BATCH} from rows`);
      if (rows.length > 0) yield await transform(tx, rows);
      if (rows.length < BATCH) break;
    }
    completed = true;
  } finally {
    await (completed ? tx.commit() : tx.rollback()).catch(() => undefined);
  }
}
