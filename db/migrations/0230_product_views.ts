import type { Knex } from 'knex';

/** Counts alone: who viewed is not kept. No foreign key, whose locks would wait for those of stock. */
export const up = (db: Knex) =>
  db.raw(`
    create table product_views_daily (
      product_id  integer not null,
      day         date not null,
      views       integer not null,
      primary key (product_id, day),
      constraint product_views_daily_views check (views > 0)
    ) with (fillfactor = 80);
    create index product_views_daily_by_day on product_views_daily (day);
  `);

export const down = (db: Knex) => db.raw('select 1');
