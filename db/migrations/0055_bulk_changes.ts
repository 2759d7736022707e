import type { Knex } from 'knex';

/** Values before a bulk change, to undo it. The undo deletes the rows. */
export const up = (db: Knex) =>
  db.raw(`
    create table bulk_changes (
      id int generated always as identity primary key,
      seller_id int not null,
      user_id int not null,
      field text not null,
      amount bigint not null,
      at timestamptz not null default now(),
      constraint bulk_changes_seller_fk foreign key (seller_id) references sellers (id),
      constraint bulk_changes_user_fk foreign key (user_id) references users (id),
      constraint bulk_changes_field check (field in ('units', 'seller_price_cents'))
    );
    create table bulk_changed_products (
      bulk_change_id int not null,
      product_id int not null,
      amount_before bigint,
      provisional boolean not null,
      provisional_errors jsonb not null,
      -- the product's version after the change; a different one means a later edit
      version int not null,
      primary key (bulk_change_id, product_id),
      constraint bulk_changed_products_change_fk foreign key (bulk_change_id)
        references bulk_changes (id) on delete cascade,
      constraint bulk_changed_products_product_fk foreign key (product_id) references products (id)
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
