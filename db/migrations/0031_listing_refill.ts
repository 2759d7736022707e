import type { Knex } from 'knex';

/** Refills listings faster by splitting each distinct text once; logs changes of tags, which processes cache. */
export const up = (db: Knex) =>
  db.raw(String.raw`
    -- What stands between words: punctuation, signs and blanks.
    create function listing_gap() returns text language sql immutable parallel safe as $$
      select '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f\U0001f000-\U0001faff]+'
    $$;
    create or replace function listing_word_list(body text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(left(word, 60) order by place), '{}')
      from regexp_split_to_table(listing_fold(body), listing_gap()) with ordinality as part (word, place)
      where word <> ''
    $$;

    create or replace function refill_listings() returns void language plpgsql as $$
    begin
      truncate listings, listing_texts, listing_vocabulary;
      drop index listing_texts_by_word, listing_vocabulary_by_word, listings_by_seller;
      insert into listings (product_id, seller_id, cell, created_at, msrp_cents)
        select id, seller_id, listing_cell(msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category),
          created_at, msrp_cents
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
      update listing_prunings set generation = generation + 2, snapshot = pg_current_snapshot();
    end $$;

    -- One of the three: a product, all products of a seller, or what carries which tag.
    alter table listing_changes add column tags boolean;
    alter table listing_changes drop constraint listing_changes_one;
    alter table listing_changes add constraint listing_changes_one check (num_nonnulls(product_id, seller_id, tags) = 1);

    create function listings_after_tags() returns trigger language plpgsql as $$
    begin
      insert into listing_changes (tags) values (true);
      return null;
    end $$;
    create trigger listings_after_tags after insert or update or delete or truncate on product_tags
      for each statement execute function listings_after_tags();

    -- What was touched since a snapshot, as it is now; retagged says that some tag was. Stable: all of it is seen by one
    -- snapshot, the caller's. Mostly nothing was: one step into the index says so. Else the plan is made for the very
    -- snapshot.
    drop function listings_since(pg_snapshot);
    create function listings_since(seen pg_snapshot, out snapshot pg_snapshot, out generation integer, out changed bytea, out retagged boolean)
      language plpgsql stable as $$
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
          select string_agg(listing_bytes(ids.id, l.cell, l.created_at, l.msrp_cents), ''::bytea),
            exists (select from touched where tags)
          from ids left join (
            select listings.* from listings join sellers on sellers.id = listings.seller_id
            where sellers.profile_complete and sellers.suspended_at is null
          ) l on l.product_id = ids.id
        $query$ into changed, retagged using seen;
      end if;
    end $$;
  `);

export const down = (db: Knex) => db.raw('select 1');
