import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table answer_rules (
      id                  integer generated always as identity primary key,
      seller_id           integer not null references sellers (id),
      scope               text not null,
      category            text,
      product_id          integer references products (id) on delete cascade,
      -- tenths of a percent of the asking price
      accept_at           integer,
      counter_at          integer,
      decline_below       integer,
      note                text,
      max_orders_per_day  integer not null default 20,
      active              boolean not null default true,
      limit_mailed_at     timestamptz,
      version             integer not null default 1,
      created_by          integer not null references users (id),
      created_at          timestamptz not null default now(),
      updated_at          timestamptz not null default now(),
      constraint answer_rules_once unique nulls not distinct (seller_id, scope, category, product_id),
      constraint answer_rules_scope check (
        (scope = 'catalog' and category is null and product_id is null)
        or (scope = 'category' and category is not null and product_id is null)
        or (scope = 'product' and category is null and product_id is not null)),
      constraint answer_rules_limits check (
        coalesce(accept_at, counter_at, decline_below) is not null
        and accept_at between 10 and 1000 and counter_at between 10 and 1000 and decline_below between 10 and 1000
        and decline_below <= accept_at and accept_at <= counter_at and decline_below <= counter_at),
      constraint answer_rules_max_orders check (max_orders_per_day between 1 and 1000),
      constraint answer_rules_note check (char_length(note) <= 500)
    );
    create index answer_rules_of_product on answer_rules (product_id) where product_id is not null;
  `);

export const down = (db: Knex) => db.raw('select 1');
