import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table sellers add column min_order_cents bigint;
    alter table sellers
      add constraint sellers_min_order check (min_order_cents between 100 and 99999999) not valid;
    -- What a buyer orders in multiples of.
    alter table products add column sell_by text not null default 'unit';
    alter table products
      add constraint products_sell_by check (
        sell_by = 'unit' or (sell_by = 'inner' and inner_quantity is not null)
        or (sell_by = 'outer' and outer_quantity is not null)) not valid;
  `);

export const down = (db: Knex) => db.raw('select 1');
