import type { Knex } from 'knex';

/** When an order is due whose buyer verifies two deposits. */
export const up = (db: Knex) => db.raw('alter table purchase_orders add column deposits_due_at timestamptz');

export const down = (db: Knex) => db.raw('select 1');
