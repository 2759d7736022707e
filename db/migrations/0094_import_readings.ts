import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Results of reading an uploaded file: a preview or an import's rejected rows.
    create table import_readings (
      id            integer generated always as identity primary key,
      preview_id    integer,
      import_id     integer,
      -- the seller's corrections, applied before the file is read
      changes       jsonb,
      done          boolean not null default false,
      -- {status, error} if the corrections or the file were rejected
      refusal       jsonb,
      summary       jsonb,
      rejected_csv  text,
      created_at    timestamptz not null default now(),
      constraint import_readings_preview_fk foreign key (preview_id) references import_previews (id) on delete cascade,
      constraint import_readings_import_fk foreign key (import_id) references imported_csvs (id) on delete cascade,
      constraint import_readings_subject check (num_nonnulls(preview_id, import_id) = 1)
    );
    create index import_readings_of_preview on import_readings (preview_id, id desc) where preview_id is not null;
    create index import_readings_of_import on import_readings (import_id, id desc) where import_id is not null;
  `);

export const down = (db: Knex) => db.raw('select 1');
