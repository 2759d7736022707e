import type { Knex } from 'knex';
import { inSteps } from '../give-way';

export const config = { transaction: false };

const COLUMN = 'alter table products add column if not exists paused boolean not null default false';

const FUNCTIONS = `
    create or replace function listings_after_insert() returns trigger language plpgsql as $$
    declare
      ids integer[];
    begin
      insert into listings (product_id, seller_id, cell, created_at, msrp_cents, condition, location_id, price_cents, percent_off)
        select id, seller_id, listing_cell(msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category),
          created_at, msrp_cents, listing_condition(condition), location_id, seller_price_cents, listing_percent(percent_off_msrp)
        from inserted where not provisional and not paused and deleted_at is null;
      select array_agg(id) into ids from inserted where not provisional and not paused and deleted_at is null;
      if ids is not null then
        perform write_listing_texts(ids);
        insert into listing_changes (product_id) select unnest(ids);
      end if;
      return null;
    end $$;

    create or replace function listings_after_update() returns trigger language plpgsql as $$
    begin
      if new.provisional or new.paused or new.deleted_at is not null then
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

    create or replace function listing_texts_after_update() returns trigger language plpgsql as $$
    begin
      if new.provisional or new.paused or new.deleted_at is not null then
        delete from listing_texts where product_id = new.id;
      elsif old.provisional or old.paused or old.deleted_at is not null or old.name <> new.name
        or old.description <> new.description then
        perform write_listing_texts(array[new.id]);
        insert into listing_changes (product_id) values (new.id);
      end if;
      return null;
    end $$;

    create or replace function new_listings_after_seller() returns trigger language plpgsql as $$
    begin
      with listed as (
        update products set listed_at = now()
         where seller_id = new.id and not provisional and not paused and deleted_at is null and listed_at is null
           and id > (select last_id from listed_at_backfill)
        returning id
      )
      insert into new_listings (product_id) select id from listed;
      return null;
    end $$;

    create or replace function refill_listings() returns void language plpgsql as $$
    begin
      truncate listings, listing_texts, listing_vocabulary;
      drop index listing_texts_by_word, listing_vocabulary_by_word, listings_by_seller;
      insert into listings (product_id, seller_id, cell, created_at, msrp_cents, condition, location_id, price_cents, percent_off)
        select id, seller_id, listing_cell(msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category),
          created_at, msrp_cents, listing_condition(condition), location_id, seller_price_cents, listing_percent(percent_off_msrp)
        from products where not provisional and not paused and deleted_at is null order by id;

      -- Each different text once, as listing_text would: the words of a name and those of a description have nothing in common.
      create temp table refill_names on commit drop as
        select body, array_to_tsvector(array(
          select 'n' || left(word, 60) from regexp_split_to_table(listing_fold(body), listing_gap()) word where word <> '')) as words
        from (select distinct name as body from products where not provisional and not paused and deleted_at is null) names;
      create temp table refill_descriptions on commit drop as
        select body, listing_text('', body) as words
        from (select distinct description as body from products
          where not provisional and not paused and deleted_at is null) descriptions;
      analyze refill_names;
      analyze refill_descriptions;
      insert into listing_texts (product_id, words)
        select id, names.words || descriptions.words
        from products join refill_names names on names.body = name join refill_descriptions descriptions on descriptions.body = description
        where not provisional and not paused and deleted_at is null;
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

const TRIGGERS = `
    create or replace trigger listings_after_update after update on products for each row
      when (old.provisional <> new.provisional or old.paused <> new.paused
        or (old.deleted_at is null) <> (new.deleted_at is null)
        or (not new.provisional and not new.paused and new.deleted_at is null and (
          old.seller_id <> new.seller_id or old.created_at <> new.created_at or old.msrp_cents <> new.msrp_cents
          or old.seller_price_cents <> new.seller_price_cents
          or (old.condition, old.location_id) is distinct from (new.condition, new.location_id)
          or listing_cell(old.msrp_cents, old.seller_price_cents, old.percent_off_msrp, old.units, old.packaging_type, old.category)
            is distinct from
            listing_cell(new.msrp_cents, new.seller_price_cents, new.percent_off_msrp, new.units, new.packaging_type, new.category))))
      execute function listings_after_update();
    create or replace trigger listing_texts_after_update
      after update of name, description, provisional, paused, deleted_at on products
      for each row execute function listing_texts_after_update();
    create or replace trigger products_first_listed_insert before insert on products for each row
      when (not new.provisional and not new.paused and new.deleted_at is null and new.listed_at is null)
      execute function note_first_listing();
    create or replace trigger products_first_listed_update before update on products for each row
      when ((old.provisional or old.paused) and not new.provisional and not new.paused and new.deleted_at is null
        and new.listed_at is null)
      execute function note_first_listing();
    create or replace trigger new_listings_after_update after update on products for each row
      when ((old.provisional or old.paused) and not new.provisional and not new.paused
        and old.listed_at is null and new.listed_at is not null)
      execute function new_listings_after_update();`;

/** A product that its seller has taken off sale is not listed: it leaves the search as an unpublished one does. */
export const up = (db: Knex) => inSteps(db, [COLUMN, FUNCTIONS, TRIGGERS]);

export const down = (db: Knex) => db.raw('select 1');
