import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table import_previews
      -- as the seller knows it
      add column file_name text not null default '';
    alter table imported_csvs
      add column file_name text not null default '',
      -- failed by our own trouble, not by what is in the file: it can go on from its last chunk
      add column resumable boolean not null default false,
      add constraint imported_csvs_resumable check (not resumable or status = 'failed');
    create index import_previews_of_seller on import_previews (seller_id, id desc);
    create index imported_csvs_running on imported_csvs (id) where status in ('pending', 'importing');
  `);

export const down = (db: Knex) => db.raw('select 1');
