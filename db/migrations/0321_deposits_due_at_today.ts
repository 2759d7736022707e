import type { Knex } from 'knex';

/** The few orders that wait for deposits today get six days from their start, which are at least three bank days. */
export const up = (db: Knex) =>
  db.raw(`
    update purchase_orders
       set deposits_due_at = (((status_since at time zone 'America/New_York')::date + 6) + time '23:59')
             at time zone 'America/New_York'
     where status = 'requires_payment_action'`);

export const down = (db: Knex) => db.raw('select 1');
