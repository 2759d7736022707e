import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Frozen when issued. The file can be rendered again from the content at any time.
    create table documents (
      id                 integer generated always as identity primary key,
      kind               text not null,
      -- PO-100042, INV-100042, PO-100042-S1, CM-100042-1
      number             text not null,
      purchase_order_id  integer not null,
      content            jsonb not null,
      template_version   integer not null,
      -- null until the file is stored
      sha256             text,
      storage_key        text,
      bytes              integer,
      issued_at          timestamptz not null,
      constraint documents_order_fk foreign key (purchase_order_id) references purchase_orders (id),
      constraint documents_kind check (kind in ('purchase_order', 'invoice', 'packing_slip', 'credit_memo')),
      constraint documents_number unique (kind, number),
      constraint documents_stored check (num_nulls(sha256, storage_key, bytes) in (0, 3))
    );
    create index documents_of_order on documents (purchase_order_id);
  `);

export const down = (db: Knex) => db.raw('select 1');
