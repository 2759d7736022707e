import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Rows by outcome. Null, or short of done_rows, for imports of earlier releases.
    alter table imported_csvs add column row_counts jsonb;
  `);

export const down = (db: Knex) => db.raw('select 1');
