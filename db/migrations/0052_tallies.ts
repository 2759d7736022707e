import type { Knex } from 'knex';

/**
 * Counts by kind and UTC day of creation, for Insights. Changes are appended, so that writers never block each other;
 * a job folds them into the sums, and readers add both.
 */
export const up = (db: Knex) =>
  db.raw(`
    create table tallies (
      what    text not null,
      day     date not null,
      kind    text not null,
      n       bigint not null,
      amount  numeric not null,
      constraint tallies_pkey primary key (what, day, kind)
    );
    create table tally_changes (
      what    text not null,
      day     date not null,
      kind    text not null,
      n       integer not null,
      amount  numeric not null
    );

    create function utc_day(at timestamptz) returns date language sql immutable parallel safe as $$
      select (at at time zone 'utc')::date
    $$;

    create function tallied(of_what text) returns table (day date, kind text, n bigint, amount numeric)
      language sql stable as $$
      select day, kind, n, amount from tallies where what = of_what
      union all
      select day, kind, n, amount from tally_changes where what = of_what
    $$;

    -- Orders by status; the amount is their total.
    create function tally_orders() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into tally_changes
          values ('purchase_orders', utc_day(old.created_at), old.status, -1, -old.total_cents);
      end if;
      if tg_op <> 'DELETE' then
        insert into tally_changes
          values ('purchase_orders', utc_day(new.created_at), new.status, 1, new.total_cents);
      end if;
      return null;
    end $$;
    create trigger tally_orders after insert or delete on purchase_orders
      for each row execute function tally_orders();
    create trigger tally_orders_moved after update of status, created_at, total_cents on purchase_orders
      for each row when (old.status <> new.status or old.created_at <> new.created_at or old.total_cents <> new.total_cents)
      execute function tally_orders();

    -- Offers by state; the amount says how many of them were sent.
    create function tally_offers() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into tally_changes values ('offers', utc_day(old.created_at), old.state, -1,
          -(old.submitted_at is not null or old.state = 'accepted')::int);
      end if;
      if tg_op <> 'DELETE' then
        insert into tally_changes values ('offers', utc_day(new.created_at), new.state, 1,
          (new.submitted_at is not null or new.state = 'accepted')::int);
      end if;
      return null;
    end $$;
    create trigger tally_offers after insert or delete on offers for each row execute function tally_offers();
    create trigger tally_offers_moved after update of state, submitted_at, created_at on offers
      for each row when (old.state <> new.state or (old.submitted_at is null) <> (new.submitted_at is null)
        or old.created_at <> new.created_at)
      execute function tally_offers();

    -- People by what they are and how far they came: 'buyer onboarded'.
    create function tally_kind(admin boolean, buyer_id integer, status text) returns text language sql immutable as $$
      select case when admin then 'staff ' when buyer_id is not null then 'buyer ' else 'seller ' end
        || status
    $$;
    create function tally_users() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into tally_changes values ('users', utc_day(old.created_at), tally_kind(old.admin, old.buyer_id, old.status), -1, 0);
      end if;
      if tg_op <> 'DELETE' then
        insert into tally_changes values ('users', utc_day(new.created_at), tally_kind(new.admin, new.buyer_id, new.status), 1, 0);
      end if;
      return null;
    end $$;
    create trigger tally_users after insert or delete on users for each row execute function tally_users();
    create trigger tally_users_moved after update on users
      for each row when (tally_kind(old.admin, old.buyer_id, old.status) <> tally_kind(new.admin, new.buyer_id, new.status) or old.created_at <> new.created_at)
      execute function tally_users();

    -- Products that are not deleted, live or provisional; the amount is their units.
    create function tally_products() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.deleted_at is null then
        insert into tally_changes values ('products', utc_day(old.created_at),
          case when old.provisional then 'provisional' else 'live' end, -1, -coalesce(old.units, 0));
      end if;
      if tg_op <> 'DELETE' and new.deleted_at is null then
        insert into tally_changes values ('products', utc_day(new.created_at),
          case when new.provisional then 'provisional' else 'live' end, 1, coalesce(new.units, 0));
      end if;
      return null;
    end $$;
    create trigger tally_products after insert or delete on products
      for each row execute function tally_products();
    -- A sale is one row.
    create function tally_units() returns trigger language plpgsql as $$
    begin
      insert into tally_changes values ('products', utc_day(new.created_at),
        case when new.provisional then 'provisional' else 'live' end, 0, coalesce(new.units, 0)::numeric - coalesce(old.units, 0));
      return null;
    end $$;
    create trigger tally_units after update of units on products
      for each row when (old.units is distinct from new.units and old.provisional = new.provisional
        and old.created_at = new.created_at and old.deleted_at is null and new.deleted_at is null)
      execute function tally_units();
    create trigger tally_products_moved after update on products
      for each row when (old.provisional <> new.provisional or old.created_at <> new.created_at
        or (old.deleted_at is null) <> (new.deleted_at is null))
      execute function tally_products();

    -- A line is what was agreed, its category too: what a product becomes later changes no order.
    alter table purchase_order_products add column category text;
    update purchase_order_products line set category = products.category
      from products where products.id = line.product_id;
    alter table purchase_order_products alter column category set not null;
    create function line_category() returns trigger language plpgsql as $$
    begin
      select category into new.category from products where id = new.product_id;
      return new;
    end $$;
    create trigger line_category before insert on purchase_order_products
      for each row when (new.category is null) execute function line_category();

    -- What was ordered of each category and not canceled: orders, and their lines' totals.
    create function tally_categories_after_lines() returns trigger language plpgsql as $$
    begin
      insert into tally_changes
        select 'categories', utc_day(orders.created_at), added.category,
               case when exists (select from purchase_order_products other
                 where other.purchase_order_id = orders.id and other.category = added.category
                   and other.id <> all (added.ids)) then 0 else 1 end,
               added.cents
          from (select purchase_order_id, category, sum(total_cents) as cents, array_agg(id) as ids
                  from inserted group by 1, 2) added
          join purchase_orders orders on orders.id = added.purchase_order_id
         where orders.status <> 'canceled';
      return null;
    end $$;
    create trigger tally_categories_after_lines after insert on purchase_order_products
      referencing new table as inserted for each statement execute function tally_categories_after_lines();
    create function tally_categories_after_order() returns trigger language plpgsql as $$
    begin
      insert into tally_changes
        select 'categories', side.day, line.category, side.sign, side.sign * sum(line.total_cents)
          from purchase_order_products line
          cross join (values (utc_day(old.created_at), -1, old.status), (utc_day(new.created_at), 1, new.status))
            side (day, sign, status)
         where line.purchase_order_id = new.id and side.status <> 'canceled'
         group by side.day, line.category, side.sign;
      return null;
    end $$;
    create trigger tally_categories_after_order after update of status, created_at on purchase_orders
      for each row when ((old.status = 'canceled') <> (new.status = 'canceled') or old.created_at <> new.created_at)
      execute function tally_categories_after_order();

    -- One at a time; a concurrent call has nothing to do.
    create function fold_tallies() returns void language plpgsql as $$
    begin
      if not pg_try_advisory_xact_lock(729481134) then return; end if;
      with folded as (delete from tally_changes returning *)
      insert into tallies
        select what, day, kind, sum(n), sum(amount) from folded group by what, day, kind order by what, day, kind
        on conflict (what, day, kind) do update
          set n = tallies.n + excluded.n, amount = tallies.amount + excluded.amount;
      delete from tallies where n = 0 and amount = 0;
    end $$;

    create function refill_tallies() returns void language sql as $$
      truncate tallies, tally_changes;
      insert into tallies
        select 'purchase_orders', utc_day(created_at), status, count(*), sum(total_cents)
          from purchase_orders group by 2, 3
        union all
        select 'offers', utc_day(created_at), state, count(*),
               count(*) filter (where submitted_at is not null or state = 'accepted')
          from offers group by 2, 3
        union all
        select 'users', utc_day(created_at), tally_kind(admin, buyer_id, status), count(*), 0 from users group by 2, 3
        union all
        select 'products', utc_day(created_at), case when provisional then 'provisional' else 'live' end, count(*),
               coalesce(sum(units), 0)
          from products where deleted_at is null group by 2, 3
        union all
        select 'categories', utc_day(orders.created_at), line.category, count(distinct orders.id), sum(line.total_cents)
          from purchase_orders orders join purchase_order_products line on line.purchase_order_id = orders.id
         where orders.status <> 'canceled' group by 2, 3;
    $$;
    select refill_tallies();
    analyze tallies;

    -- Who sold most in these days, out of the index alone.
    create index purchase_orders_traded on purchase_orders (created_at) include (seller_id, total_cents)
      where status <> 'canceled';
  `);

export const down = (db: Knex) => db.raw('select 1');
