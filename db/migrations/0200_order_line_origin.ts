import type { Knex } from 'knex';

/** Where each line of an order shipped from when it was ordered. Older lines keep null. */
export const up = (db: Knex) =>
  db.raw(`
    alter table purchase_order_products add column ship_from_state text;
    create or replace function line_category() returns trigger language plpgsql as $$
    begin
      select products.category, products.msrp_cents, products.condition, coalesce(
          (select region from addresses where id = products.location_id and deleted_at is null),
          (select region from addresses
            where addresses.seller_id = products.seller_id and is_default and deleted_at is null))
        into new.category, new.msrp_cents, new.condition, new.ship_from_state
        from products where id = new.product_id;
      return new;
    end $$;
  `);

export const down = (db: Knex) => db.raw('select 1');
