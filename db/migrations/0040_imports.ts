import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table imported_csvs (
      id                    integer generated always as identity primary key,
      seller_id             integer not null,
      user_id               integer not null,
      -- idempotency key of the upload
      key                   text not null,
      stored_key            text not null,
      -- field per heading; null for the template's headings
      columns               jsonb,
      -- line → field → the seller's correction
      fixes                 jsonb not null default '{}',
      status                text not null default 'pending',
      error                 text,
      total_rows            integer not null default 0,
      done_rows             integer not null default 0,
      total_imported_count  integer not null default 0,
      created_at            timestamptz not null default now(),
      updated_at            timestamptz not null default now(),
      constraint imported_csvs_once unique (key),
      constraint imported_csvs_seller_fk foreign key (seller_id) references sellers (id),
      constraint imported_csvs_user_fk foreign key (user_id) references users (id),
      constraint imported_csvs_status check (status in ('pending', 'importing', 'imported', 'failed')),
      constraint imported_csvs_rows check (done_rows between 0 and total_rows)
    );
    create index imported_csvs_of_seller on imported_csvs (seller_id, id desc);

    create table imported_products (
      import_id           integer not null,
      product_id          integer not null,
      outcome             text not null,
      -- after the import
      provisional_errors  jsonb not null default '{}',
      primary key (import_id, product_id),
      constraint imported_products_import_fk foreign key (import_id) references imported_csvs (id),
      constraint imported_products_product_fk foreign key (product_id) references products (id),
      constraint imported_products_outcome check (outcome in ('created', 'updated', 'unchanged'))
    );

    create table import_issues (
      id           bigint generated always as identity primary key,
      import_id    integer not null,
      line         integer not null,
      kind         text not null,
      column_name  text not null,
      value        text not null,
      message      text not null,
      constraint import_issues_import_fk foreign key (import_id) references imported_csvs (id),
      constraint import_issues_kind check (kind in ('rejected', 'warning'))
    );
    create index import_issues_of_import on import_issues (import_id, kind, id);

    create table import_previews (
      id          integer generated always as identity primary key,
      seller_id   integer not null,
      user_id     integer not null,
      key         text not null,
      stored_key  text not null,
      mapping     jsonb,
      fixes       jsonb not null default '{}',
      created_at  timestamptz not null default now(),
      updated_at  timestamptz not null default now(),
      constraint import_previews_once unique (key),
      constraint import_previews_seller_fk foreign key (seller_id) references sellers (id),
      constraint import_previews_user_fk foreign key (user_id) references users (id)
    );

    -- A seller's header mapping, reused for the next file.
    create table import_headings (
      seller_id  integer not null,
      heading    text not null,
      field      text not null,
      primary key (seller_id, heading),
      constraint import_headings_seller_fk foreign key (seller_id) references sellers (id)
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
