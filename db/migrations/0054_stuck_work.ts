import type { Knex } from 'knex';

/** status_since of orders, partial indexes for the stuck-work board, and trigram indexes for products. */
export const up = (db: Knex) =>
  db.raw(`
    alter table purchase_orders add column status_since timestamptz not null default now();
    update purchase_orders set status_since = coalesce((select max(at) from order_history
      where purchase_order_id = purchase_orders.id and from_status is distinct from to_status), created_at);

    create function status_since_now() returns trigger language plpgsql as $$
    begin
      new.status_since := now();
      return new;
    end $$;
    create trigger status_since_now before update of status on purchase_orders
      for each row when (old.status <> new.status and old.status_since = new.status_since)
      execute function status_since_now();

    -- The history has the last word; what was written in one transaction agrees already.
    create function status_since_history() returns trigger language plpgsql as $$
    begin
      update purchase_orders set status_since = steps.at
        from (select max(at) as at from order_history
          where purchase_order_id = new.purchase_order_id and from_status is distinct from to_status) steps
       where id = new.purchase_order_id and status_since <> steps.at;
      return null;
    end $$;
    create trigger status_since_history after insert or update of at on order_history
      for each row when (new.from_status is distinct from new.to_status) execute function status_since_history();

    create index purchase_orders_open on purchase_orders (status, status_since, id)
      where status not in ('completed', 'canceled');
    create index purchase_orders_flagged on purchase_orders (updated_at, id) where payment_flag is not null;
    create index products_incomplete on products (created_at, id) where provisional and deleted_at is null;

    create index products_words on products using gin (name gin_trgm_ops, sku gin_trgm_ops, upc gin_trgm_ops)
      where deleted_at is null;
  `);

export const down = (db: Knex) => db.raw('select 1');
