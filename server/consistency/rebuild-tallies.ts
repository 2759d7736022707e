import type { Knex } from 'knex';
import { COUNTED } from './derived-statements';

/** What fold_tallies() takes, so that nothing is folded meanwhile. */
const FOLD_LOCK = 729_481_134;

/** One snapshot: changes that it does not see stay in tally_changes, where writers append without waiting. */
const REBUILD = `
  with counted as materialized (${COUNTED}),
  seen as (delete from tally_changes),
  written as (
    insert into tallies (what, day, kind, n, amount) select what, day, kind, n, coalesce(amount, 0) from counted
    on conflict (what, day, kind) do update set n = excluded.n, amount = excluded.amount
      where (tallies.n, tallies.amount) <> (excluded.n, excluded.amount)
    returning 1
  ), dropped as (
    delete from tallies where (what, day, kind) not in (select what, day, kind from counted) returning 1
  )
  select (select count(*) from written)::int + (select count(*) from dropped)::int as changed`;

export const rebuildTallies = (db: Knex): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.raw('set local statement_timeout = 0');
    await tx.raw('select pg_advisory_xact_lock(?)', [FOLD_LOCK]);
    const { rows } = await tx.raw<{ rows: [{ changed: number }] }>(REBUILD);
    return rows[0].changed;
  });
