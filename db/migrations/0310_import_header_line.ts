import type { Knex } from 'knex';

/** The line of the header that the seller chose; null: the one that is found. */
export const up = (db: Knex) =>
  db.raw(`
    alter table import_previews add column header_line integer;
    alter table imported_csvs add column header_line integer;
  `);

export const down = (db: Knex) => db.raw('select 1');
