import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table purchase_orders
      -- units of shipped shipments, and units that will never ship
      add column shipped_units bigint not null default 0,
      add column canceled_units bigint not null default 0;
    alter table purchase_orders
      add constraint purchase_orders_progress
        check (shipped_units >= 0 and canceled_units >= 0 and shipped_units + canceled_units <= total_units) not valid;
  `);

export const down = (db: Knex) => db.raw('select 1');
