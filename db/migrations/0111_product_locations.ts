import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- null: the seller's default location
    alter table products add column location_id integer;
    alter table products
      add constraint products_location_fk foreign key (location_id) references addresses (id) not valid;
  `);

export const down = (db: Knex) => db.raw('select 1');
