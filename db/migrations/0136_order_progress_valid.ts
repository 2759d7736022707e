import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('alter table purchase_orders validate constraint purchase_orders_progress');

export const down = (db: Knex) => db.raw('select 1');
