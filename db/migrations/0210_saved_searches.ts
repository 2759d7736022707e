import type { Knex } from 'knex';

/** Saved searches, and when a product could be bought for the first time, which is what their alerts tell of. */
export const up = (db: Knex) =>
  db.raw(`
    alter table products add column listed_at timestamptz;

    -- What was first listed in which transaction. A run reads what its predecessor's snapshot did not see.
    create table new_listings (
      product_id  integer primary key,
      xid         xid8 not null default pg_current_xact_id(),
      at          timestamptz not null default now()
    );
    create index new_listings_by_xid on new_listings (xid);

    create function sells_now(id integer) returns boolean language sql stable as $$
      select exists (select from sellers where sellers.id = $1 and profile_complete and suspended_at is null)
    $$;

    create function note_first_listing() returns trigger language plpgsql as $$
    begin
      if sells_now(new.seller_id) then
        new.listed_at := now();
      end if;
      return new;
    end $$;
    create trigger products_first_listed_insert before insert on products for each row
      when (not new.provisional and new.deleted_at is null and new.listed_at is null)
      execute function note_first_listing();
    create trigger products_first_listed_update before update on products for each row
      when (old.provisional and not new.provisional and new.deleted_at is null and new.listed_at is null)
      execute function note_first_listing();

    create function new_listings_after_insert() returns trigger language plpgsql as $$
    begin
      insert into new_listings (product_id) select id from inserted where listed_at = now();
      return null;
    end $$;
    create trigger new_listings_after_insert after insert on products
      referencing new table as inserted for each statement execute function new_listings_after_insert();

    create function new_listings_after_update() returns trigger language plpgsql as $$
    begin
      insert into new_listings (product_id) values (new.id);
      return null;
    end $$;
    create trigger new_listings_after_update after update on products for each row
      when (old.provisional and old.listed_at is null and new.listed_at is not null)
      execute function new_listings_after_update();

    -- Products from before this migration. Until they are filled in, a seller who comes back lists none of them again.
    create table listed_at_backfill (
      is_only      boolean primary key default true,
      last_id      integer not null,
      after_id     integer not null default 0,
      finished_at  timestamptz,
      constraint listed_at_backfill_only check (is_only)
    );
    insert into listed_at_backfill (last_id, finished_at)
      select coalesce(max(id), 0), case when max(id) is null then now() end from products;

    create function new_listings_after_seller() returns trigger language plpgsql as $$
    begin
      with listed as (
        update products set listed_at = now()
         where seller_id = new.id and not provisional and deleted_at is null and listed_at is null
           and id > (select last_id from listed_at_backfill)
        returning id
      )
      insert into new_listings (product_id) select id from listed;
      return null;
    end $$;
    create trigger new_listings_after_seller after update on sellers for each row
      when (new.profile_complete and new.suspended_at is null
        and (not old.profile_complete or old.suspended_at is not null))
      execute function new_listings_after_seller();

    create table saved_searches (
      id          integer generated always as identity primary key,
      buyer_id    integer not null references buyers (id),
      name        text not null,
      query       jsonb not null,
      alert       text not null default 'daily',
      -- What was listed when it was saved, or last given another query, is not new.
      since       pg_snapshot not null default pg_current_snapshot(),
      opened_at   timestamptz not null default now(),
      created_at  timestamptz not null default now(),
      constraint saved_searches_name_taken unique (buyer_id, name),
      constraint saved_searches_name check (char_length(name) between 1 and 80),
      constraint saved_searches_alert check (alert in ('off', 'daily', 'instant'))
    );

    create table saved_search_news (
      saved_search_id  integer not null references saved_searches (id) on delete cascade,
      product_id       integer not null references products (id),
      at               timestamptz not null,
      -- When it was mailed, or when there was no alert to mail it by.
      sent_at          timestamptz,
      primary key (saved_search_id, product_id)
    );
    create index saved_search_news_of_product on saved_search_news (product_id);
    create index saved_search_news_unsent on saved_search_news (saved_search_id) where sent_at is null;

    create table saved_search_progress (
      is_only        boolean primary key default true,
      snapshot       pg_snapshot not null default pg_current_snapshot(),
      -- The last day of the daily alerts, in New York.
      daily_sent_on  date,
      constraint saved_search_progress_only check (is_only)
    );
    insert into saved_search_progress default values;
  `);

export const down = (db: Knex) => db.raw('select 1');
