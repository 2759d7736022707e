import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table import_previews
      -- original file name
      add column file_name text not null default '';
    alter table imported_csvs
      add column file_name text not null default '',
      -- failed by a system error: the import can resume after its last chunk
      add column resumable boolean not null default false,
      add constraint imported_csvs_resumable check (not resumable or status = 'failed');
    create index import_previews_of_seller on import_previews (seller_id, id desc);
    create index imported_csvs_running on imported_csvs (id) where status in ('pending', 'importing');
  `);

export const down = (db: Knex) => db.raw('select 1');
