import type { Knex } from 'knex';
import { inSteps } from '../give-way';

export const config = { transaction: false };

// Before the columns: a price that changed without it would never be noticed.
const PRODUCTS_TRIGGER = `
    create or replace trigger listings_after_update after update on products for each row
      when (old.provisional <> new.provisional or (old.deleted_at is null) <> (new.deleted_at is null)
        or (not new.provisional and new.deleted_at is null and (
          old.seller_id <> new.seller_id or old.created_at <> new.created_at or old.msrp_cents <> new.msrp_cents
          or old.seller_price_cents <> new.seller_price_cents
          or (old.condition, old.location_id) is distinct from (new.condition, new.location_id)
          or listing_cell(old.msrp_cents, old.seller_price_cents, old.percent_off_msrp, old.units, old.packaging_type, old.category)
            is distinct from
            listing_cell(new.msrp_cents, new.seller_price_cents, new.percent_off_msrp, new.units, new.packaging_type, new.category))))
      execute function listings_after_update();`;

const COLUMNS_AND_FUNCTIONS = `
    -- Null until they are filled: all or none but location_id, which is null for the seller's default location, too.
    alter table listings add column if not exists condition smallint, add column if not exists location_id integer,
      add column if not exists price_cents bigint, add column if not exists percent_off smallint;

    -- How far the listings from before these columns are filled.
    create table if not exists listing_backfill (
      is_only      boolean primary key default true,
      after_id     integer not null default 0,
      finished_at  timestamptz,
      constraint listing_backfill_only check (is_only)
    );
    insert into listing_backfill (finished_at) select case when not exists (select from listings) then now() end
      on conflict do nothing;

    -- The numbers of both are those of server/search/index/conditions-and-regions.ts.
    create or replace function listing_condition(condition text) returns smallint language sql immutable parallel safe as $$
      select (case condition when 'new' then 0 when 'open_box' then 1 when 'shelf_pull' then 2 when 'returns' then 3
        when 'refurbished' then 4 when 'damaged' then 5 when 'mixed' then 6 else 7 end)::smallint
    $$;
    create or replace function listing_region(country text, region text) returns smallint language sql immutable parallel safe as $$
      select (case when country = 'CA' then 5
        when region in ('CT', 'DC', 'DE', 'MA', 'MD', 'ME', 'NH', 'NJ', 'NY', 'PA', 'RI', 'VT') then 0
        when region in ('AL', 'AR', 'FL', 'GA', 'KY', 'LA', 'MS', 'NC', 'PR', 'SC', 'TN', 'VA', 'WV') then 1
        when region in ('IA', 'IL', 'IN', 'KS', 'MI', 'MN', 'MO', 'ND', 'NE', 'OH', 'SD', 'WI') then 2
        when region in ('AZ', 'NM', 'OK', 'TX') then 3
        when region in ('AK', 'CA', 'CO', 'HI', 'ID', 'MT', 'NV', 'OR', 'UT', 'WA', 'WY') then 4
        else 6 end)::smallint
    $$;
    create or replace function listing_percent(percent integer) returns smallint language sql immutable parallel safe as $$
      select greatest(percent, -100)::smallint
    $$;

    create or replace view listings_v2 as
      select l.product_id, l.seller_id, l.cell, l.created_at, l.msrp_cents,
        (coalesce(l.condition, late.condition) * 7 + listing_region(
          case when own.id is null then home.country else own.country end,
          case when own.id is null then home.region else own.region end))::smallint as kind,
        coalesce(l.price_cents, late.price_cents) as price_cents,
        coalesce(l.percent_off, late.percent_off) as percent_off
      from listings l
      -- Kept apart by its offset, so that a filled listing reads no product.
      left join lateral (
        select listing_condition(p.condition) as condition, p.location_id, p.seller_price_cents as price_cents,
          listing_percent(p.percent_off_msrp) as percent_off
        from products p where p.id = l.product_id and l.price_cents is null offset 0
      ) late on true
      left join addresses own on own.id = coalesce(l.location_id, late.location_id) and own.deleted_at is null
      left join addresses home on home.seller_id = l.seller_id and home.is_default and home.deleted_at is null;

    create or replace function listings_after_insert() returns trigger language plpgsql as $$
    declare
      ids integer[];
    begin
      insert into listings (product_id, seller_id, cell, created_at, msrp_cents, condition, location_id, price_cents, percent_off)
        select id, seller_id, listing_cell(msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category),
          created_at, msrp_cents, listing_condition(condition), location_id, seller_price_cents, listing_percent(percent_off_msrp)
        from inserted where not provisional and deleted_at is null;
      select array_agg(id) into ids from inserted where not provisional and deleted_at is null;
      if ids is not null then
        perform write_listing_texts(ids);
        insert into listing_changes (product_id) select unnest(ids);
      end if;
      return null;
    end $$;

    create or replace function listings_after_update() returns trigger language plpgsql as $$
    begin
      if new.provisional or new.deleted_at is not null then
        delete from listings where product_id = new.id;
      else
        insert into listings (product_id, seller_id, cell, created_at, msrp_cents, condition, location_id, price_cents, percent_off)
        values (new.id, new.seller_id,
          listing_cell(new.msrp_cents, new.seller_price_cents, new.percent_off_msrp, new.units, new.packaging_type, new.category),
          new.created_at, new.msrp_cents, listing_condition(new.condition), new.location_id, new.seller_price_cents,
          listing_percent(new.percent_off_msrp))
        on conflict (product_id) do update set seller_id = excluded.seller_id, cell = excluded.cell,
          created_at = excluded.created_at, msrp_cents = excluded.msrp_cents, condition = excluded.condition,
          location_id = excluded.location_id, price_cents = excluded.price_cents, percent_off = excluded.percent_off;
      end if;
      insert into listing_changes (product_id) values (new.id);
      return null;
    end $$;

    create or replace function listings_after_address() returns trigger language plpgsql as $$
    declare
      owner integer := case tg_op when 'DELETE' then old.seller_id else new.seller_id end;
    begin
      if owner is not null and (tg_op <> 'UPDATE'
        or (old.region, old.country, old.is_default, old.deleted_at is null)
          is distinct from (new.region, new.country, new.is_default, new.deleted_at is null)) then
        insert into listing_changes (seller_id) values (owner);
      end if;
      return null;
    end $$;
    -- Thirty-four bytes of a listing. A cell of -1 says that it is not listed.
    create or replace function listing_bytes_v2(id integer, cell smallint, created_at timestamptz, msrp_cents bigint, kind smallint,
      price_cents bigint, percent_off smallint) returns bytea language sql immutable parallel safe as $$
      select int4send(id) || int2send(coalesce(cell, -1::smallint))
        || coalesce(timestamptz_send(created_at) || int8send(msrp_cents) || int2send(kind) || int8send(price_cents)
          || int2send(percent_off), decode(repeat('00', 28), 'hex'))
    $$;

    create or replace function listings_since_v2(seen pg_snapshot, out snapshot pg_snapshot, out generation integer, out changed bytea,
      out retagged boolean) language plpgsql stable as $$
    begin
      select p.generation, pg_current_snapshot(), false into generation, snapshot, retagged from listing_prunings p;
      if (select c.xid from listing_changes c order by c.xid desc limit 1) >= pg_snapshot_xmin(seen) then
        execute $query$
          with touched as materialized (
            select product_id, seller_id, tags from listing_changes
            where xid >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xid, $1)
          ), ids as (
            select product_id as id from touched where product_id is not null
            union
            select listings.product_id from touched join listings using (seller_id)
          )
          select string_agg(listing_bytes_v2(ids.id, l.cell, l.created_at, l.msrp_cents, l.kind, l.price_cents,
              l.percent_off), ''::bytea),
            exists (select from touched where tags)
          from ids left join (
            select listings.* from listings_v2 listings join sellers on sellers.id = listings.seller_id
            where sellers.profile_complete and sellers.suspended_at is null
          ) l on l.product_id = ids.id
        $query$ into changed, retagged using seen;
      end if;
    end $$;

    create or replace function refill_listings() returns void language plpgsql as $$
    begin
      truncate listings, listing_texts, listing_vocabulary;
      drop index listing_texts_by_word, listing_vocabulary_by_word, listings_by_seller;
      insert into listings (product_id, seller_id, cell, created_at, msrp_cents, condition, location_id, price_cents, percent_off)
        select id, seller_id, listing_cell(msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category),
          created_at, msrp_cents, listing_condition(condition), location_id, seller_price_cents, listing_percent(percent_off_msrp)
        from products where not provisional and deleted_at is null order by id;

      -- Each different text once, as listing_text would: the words of a name and those of a description have nothing in common.
      create temp table refill_names on commit drop as
        select body, array_to_tsvector(array(
          select 'n' || left(word, 60) from regexp_split_to_table(listing_fold(body), listing_gap()) word where word <> '')) as words
        from (select distinct name as body from products where not provisional and deleted_at is null) names;
      create temp table refill_descriptions on commit drop as
        select body, listing_text('', body) as words
        from (select distinct description as body from products where not provisional and deleted_at is null) descriptions;
      analyze refill_names;
      analyze refill_descriptions;
      insert into listing_texts (product_id, words)
        select id, names.words || descriptions.words
        from products join refill_names names on names.body = name join refill_descriptions descriptions on descriptions.body = description
        where not provisional and deleted_at is null;
      insert into listing_vocabulary (word)
        select substr(lexeme, 2) from refill_names, unnest(tsvector_to_array(words)) lexeme
        union select substr(lexeme, 2) from refill_descriptions, unnest(tsvector_to_array(words)) lexeme;
      drop table refill_names, refill_descriptions;

      create index listings_by_seller on listings (seller_id);
      create index listing_texts_by_word on listing_texts using gin (words);
      create index listing_vocabulary_by_word on listing_vocabulary (word);
      analyze listings;
      analyze listing_texts;
      analyze listing_vocabulary;
      update listing_backfill set finished_at = now() where finished_at is null;
      update listing_prunings set generation = generation + 2, snapshot = pg_current_snapshot();
    end $$;`;

const ADDRESSES_TRIGGER = `
    create or replace trigger listings_after_address after insert or update or delete on addresses
      for each row execute function listings_after_address();`;

/**
 * Condition, place of origin, price and percentage of each listing. The region is found by the reader, since one
 * address belongs to any number of products. Processes of the version before go on with the old functions.
 */
export const up = (db: Knex) => inSteps(db, [PRODUCTS_TRIGGER, COLUMNS_AND_FUNCTIONS, ADDRESSES_TRIGGER]);

export const down = (db: Knex) => db.raw('select 1');
