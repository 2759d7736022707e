import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table products add column condition text;
    alter table products add constraint products_condition check
      (condition in ('new', 'open_box', 'shelf_pull', 'returns', 'refurbished', 'damaged', 'mixed')) not valid;

    alter table purchase_order_products add column msrp_cents bigint, add column condition text;
    create or replace function line_category() returns trigger language plpgsql as $$
    begin
      select category, msrp_cents, condition into new.category, new.msrp_cents, new.condition
        from products where id = new.product_id;
      return new;
    end $$;

    -- How far the lines from before these columns are filled.
    create table order_line_backfill (
      is_only      boolean primary key default true,
      after_id     integer not null default 0,
      finished_at  timestamptz,
      constraint order_line_backfill_only check (is_only)
    );
    insert into order_line_backfill (finished_at)
      select case when not exists (select from purchase_order_products) then now() end;

    create table price_guides (
      category     text not null,
      -- null: all conditions
      condition    text,
      deals        integer not null,
      sellers      integer not null,
      buyers       integer not null,
      -- whole percents of the MSRP
      p25          integer not null,
      p50          integer not null,
      p75          integer not null,
      computed_at  timestamptz not null default now(),
      constraint price_guides_once unique nulls not distinct (category, condition)
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
