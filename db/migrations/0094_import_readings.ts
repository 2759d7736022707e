import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- What a worker finds in an uploaded file: for a preview, or for the rejected rows of an import.
    create table import_readings (
      id            integer generated always as identity primary key,
      preview_id    integer,
      import_id     integer,
      -- what the seller changed: applied by the worker before it reads
      changes       jsonb,
      done          boolean not null default false,
      -- {status, error}: why the changes were not applied, or the file not read
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
