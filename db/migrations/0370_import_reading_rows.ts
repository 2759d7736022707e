import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- What a preview's grid shows: pages of the rows of a reading, by list.
    create table import_reading_rows (
      reading_id  integer not null,
      list        text not null,
      page        integer not null,
      -- JSON, also with halves of surrogate pairs, which jsonb refuses
      rows        text not null,
      primary key (reading_id, list, page),
      constraint import_reading_rows_reading_fk foreign key (reading_id) references import_readings (id) on delete cascade
    );
    -- Earlier readings have no rows; their previews are read again when they are opened.
    delete from import_readings where preview_id is not null;
  `);

export const down = (db: Knex) => db.raw('drop table import_reading_rows');
