import type { Knex } from 'knex';
import { givingWay, limitLockWaits } from '../../db/give-way';
import { idsOf } from '../../db/rows';

/** A derived table and how its rows are made again, with `:ids` for those that differ. */
export interface DerivedRows {
  readonly source: string;
  /** Ids between `:first` and `:last` whose derived rows differ. */
  readonly differing: string;
  /** In one transaction, after the source's rows are locked: each statement sees what the locks waited for. */
  readonly steps: readonly string[];
}

const RANGE = 5_000;
const MAX_LOCKED_ROWS = 200;

async function differingIn(db: Knex, { differing }: DerivedRows, first: number): Promise<number[]> {
  const last = first + RANGE - 1;
  const { rows } = await db.raw<{ rows: { id: number }[] }>(differing, { first, last });
  return idsOf(rows);
}

/** Gives way to writers, and never holds them up for longer than a few rows take. */
const makeAgain = (db: Knex, { source, steps }: DerivedRows, ids: readonly number[]) =>
  givingWay(() =>
    db.transaction(async (tx) => {
      await limitLockWaits(tx);
      await tx.raw(`select id from ${source} where id = any(:ids) order by id for update`, { ids });
      for (const step of steps) await tx.raw(step, { ids });
    }),
  );

export async function rebuildRows(db: Knex, derived: DerivedRows): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ last: number }] }>(
    `select coalesce(max(id), 0)::int as last from ${derived.source}`,
  );
  let changed = 0;
  for (let first = 1; first <= rows[0].last; first += RANGE) {
    const ids = await differingIn(db, derived, first);
    for (let at = 0; at < ids.length; at += MAX_LOCKED_ROWS)
      await makeAgain(db, derived, ids.slice(at, at + MAX_LOCKED_ROWS));
    changed += ids.length;
  }
  return changed;
}
