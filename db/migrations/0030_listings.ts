import type { Knex } from 'knex';

/**
 * Search data of listable products, maintained by triggers: `listings`, `listing_texts` and the append-only log
 * `listing_changes`, from which web processes update their index. No shared rows, so writers never block each other.
 */
export const up = (db: Knex) =>
  db.raw(String.raw`
    -- Six small numbers say all that a filter can ask. The order of the digits is that of server/search/index/facets.ts.
    create function listing_cell(msrp bigint, price bigint, percent integer, units bigint, packaging text, category text)
      returns smallint language sql immutable parallel safe as $$
      select (((((width_bucket(msrp, array[500, 1000, 1500, 2000, 3000]::bigint[]) * 6
        + width_bucket(price, array[500, 1000, 1500, 2000, 3000]::bigint[])) * 6
        + 5 - width_bucket(percent, array[51, 61, 71, 81, 91])) * 6
        + coalesce(width_bucket(units, array[101, 501, 1001, 5001, 10001]::bigint[]), 0)) * 3
        + case packaging when 'retail_ready' then 0 when 'ecommerce_ready' then 1 else 2 end) * 8
        + case category when 'apparel' then 0 when 'beauty' then 1 when 'consumables' then 2 when 'footwear' then 3
            when 'home' then 4 when 'pet' then 5 when 'toys' then 6 else 7 end)::smallint
    $$;

    -- Products that are neither provisional nor deleted. Whether their seller may be seen is asked of sellers.
    create table listings (
      product_id  integer primary key,
      seller_id   integer not null,
      cell        smallint not null,
      created_at  timestamptz not null,
      msrp_cents  bigint not null
    ) with (fillfactor = 85);
    create index listings_by_seller on listings (seller_id);

    -- The words of the name as n…, those of the description as d….
    create table listing_texts (
      product_id  integer primary key,
      words       tsvector not null
    );
    create index listing_texts_by_word on listing_texts using gin (words);

    -- Every word that some product has or had: what a prefix can mean, and what a typing error could have meant.
    -- No word is unique here, or writers of the same word would wait for one another.
    create table listing_vocabulary (word text collate "C" not null);
    create index listing_vocabulary_by_word on listing_vocabulary (word);

    -- One of the two: a product, or all products of a seller.
    create table listing_changes (
      xid         xid8 not null default pg_current_xact_id(),
      product_id  integer,
      seller_id   integer,
      constraint listing_changes_one check (num_nonnulls(product_id, seller_id) = 1)
    );
    create index listing_changes_by_xid on listing_changes (xid);

    -- One row. A reader of generation g has seen all that the prunings up to g + 1 took away.
    create table listing_prunings (
      generation  integer not null,
      snapshot    pg_snapshot not null
    );
    insert into listing_prunings values (1, pg_current_snapshot());

    -- Without marks and case, whatever the database's locale is. Texts in ASCII, or with typographic signs at most, are
    -- ten times quicker than others.
    create function listing_fold(body text) returns text language sql immutable parallel safe as $$
      select case
        when octet_length(body) = length(body) then lower(replace(body, '''', ''))
        when body !~ '[^\u0001-\u00a9\u00ab-\u00b1\u00b4-\u00b8\u00bb\u00bf\u00d7\u2000-\u206f]'
          then lower(translate(body, '''‘’', ''))
        else translate(replace(replace(replace(
          lower(regexp_replace(normalize(body, NFKD), '[\u0300-\u036f''\u2018\u2019\u02bc]+', '', 'g')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
          'øłđħıØŁĐĦАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩς',
          'oldhioldhабвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψωσ') end
    $$;

    -- Words are what stands between punctuation, signs and blanks. At most 60 characters of each.
    create function listing_word_list(body text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(left(word, 60) order by place), '{}') from regexp_split_to_table(listing_fold(body),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f\U0001f000-\U0001faff]+')
        with ordinality as part (word, place)
      where word <> ''
    $$;

    create function listing_words(body text) returns text[] language sql immutable parallel safe as $$
      select array(select distinct word from unnest(listing_word_list(body)) word)
    $$;

    -- The text of sanitised HTML. Marks within a word do not part it.
    create function listing_plain(html text) returns text language sql immutable parallel safe as $$
      select regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(html, 100000),
        '</{0,1}(a|abbr|b|code|del|em|i|ins|mark|s|small|span|strong|sub|sup|u)(\s[^>]*){0,1}>', '', 'gi'),
        '<[^>]*>', ' ', 'g'), '&(#39|#x27|apos|rsquo|lsquo);', '', 'gi'), '&(#[0-9]+|#x[0-9a-f]+|[a-z]+[0-9]*);', ' ', 'gi')
    $$;

    create function listing_text(name text, description text) returns tsvector language sql immutable parallel safe as $$
      select array_to_tsvector(array(
        select 'n' || word from unnest(listing_words(name)) word
        union all select 'd' || word from unnest(listing_words(listing_plain(description))) word))
    $$;

    -- Every word must begin a word of one of the fields: 'n', 'd' or 'nd'. Null where there is no word.
    -- A beginning that leads to few words is asked for as those: whole words are looked up and joined much faster
    -- than prefixes, whose products are all collected first.
    create function listing_query(words text[], fields text) returns tsquery language plpgsql stable as $$
    declare
      begun text;
      whole text[];
      lexemes text;
      asked text;
    begin
      foreach begun in array words loop
        select array_agg(word) into whole from (select distinct word from listing_vocabulary
          where word >= begun collate "C" and word < begun || chr(1114111) collate "C" limit 9) known;
        select string_agg(format('''%s%s''%s', field, word, case when cardinality(whole) <= 8 then '' else ':*' end), ' | ')
          into lexemes
          from unnest(case when cardinality(whole) <= 8 then whole else array[begun] end) word,
            regexp_split_to_table(fields, '') field;
        asked := concat_ws(' & ', asked, '(' || lexemes || ')');
      end loop;
      return asked::tsquery;
    end $$;

    create function write_listing_texts(ids integer[]) returns void language sql as $$
      insert into listing_texts (product_id, words)
        select id, listing_text(name, description) from products where id = any (ids)
        on conflict (product_id) do update set words = excluded.words;
      insert into listing_vocabulary (word)
        select distinct substr(lexeme, 2) from listing_texts, unnest(tsvector_to_array(words)) lexeme
        where product_id = any (ids)
          and not exists (select from listing_vocabulary where word = substr(lexeme, 2));
    $$;

    create function listings_after_insert() returns trigger language plpgsql as $$
    declare
      ids integer[];
    begin
      insert into listings (product_id, seller_id, cell, created_at, msrp_cents)
        select id, seller_id, listing_cell(msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category),
          created_at, msrp_cents
        from inserted where not provisional and deleted_at is null;
      select array_agg(id) into ids from inserted where not provisional and deleted_at is null;
      if ids is not null then
        perform write_listing_texts(ids);
        insert into listing_changes (product_id) select unnest(ids);
      end if;
      return null;
    end $$;

    create function listings_after_update() returns trigger language plpgsql as $$
    begin
      if new.provisional or new.deleted_at is not null then
        delete from listings where product_id = new.id;
      else
        insert into listings (product_id, seller_id, cell, created_at, msrp_cents) values (new.id, new.seller_id,
          listing_cell(new.msrp_cents, new.seller_price_cents, new.percent_off_msrp, new.units, new.packaging_type, new.category),
          new.created_at, new.msrp_cents)
        on conflict (product_id) do update set seller_id = excluded.seller_id, cell = excluded.cell,
          created_at = excluded.created_at, msrp_cents = excluded.msrp_cents;
      end if;
      insert into listing_changes (product_id) values (new.id);
      return null;
    end $$;

    create function listing_texts_after_update() returns trigger language plpgsql as $$
    begin
      if new.provisional or new.deleted_at is not null then
        delete from listing_texts where product_id = new.id;
      elsif old.provisional or old.deleted_at is not null or old.name <> new.name or old.description <> new.description then
        perform write_listing_texts(array[new.id]);
        insert into listing_changes (product_id) values (new.id);
      end if;
      return null;
    end $$;

    create function listings_after_delete() returns trigger language plpgsql as $$
    begin
      delete from listings where product_id = old.id;
      delete from listing_texts where product_id = old.id;
      insert into listing_changes (product_id) values (old.id);
      return null;
    end $$;

    create function listings_after_seller() returns trigger language plpgsql as $$
    begin
      insert into listing_changes (seller_id) values (new.id);
      return null;
    end $$;

    create trigger listings_after_insert after insert on products
      referencing new table as inserted for each statement execute function listings_after_insert();
    -- A sale that does not reach another step of units costs one comparison.
    create trigger listings_after_update after update on products for each row
      when (old.provisional <> new.provisional or (old.deleted_at is null) <> (new.deleted_at is null)
        or (not new.provisional and new.deleted_at is null and (
          old.seller_id <> new.seller_id or old.created_at <> new.created_at or old.msrp_cents <> new.msrp_cents
          or listing_cell(old.msrp_cents, old.seller_price_cents, old.percent_off_msrp, old.units, old.packaging_type, old.category)
            is distinct from
            listing_cell(new.msrp_cents, new.seller_price_cents, new.percent_off_msrp, new.units, new.packaging_type, new.category))))
      execute function listings_after_update();
    create trigger listing_texts_after_update after update of name, description, provisional, deleted_at on products
      for each row execute function listing_texts_after_update();
    create trigger listings_after_delete after delete on products
      for each row execute function listings_after_delete();
    create trigger listings_after_seller after update on sellers for each row
      when (old.profile_complete <> new.profile_complete or (old.suspended_at is null) <> (new.suspended_at is null))
      execute function listings_after_seller();

    -- Twenty-two bytes of a listing: id, cell, sort keys. A cell of -1 says that it is not listed.
    create function listing_bytes(id integer, cell smallint, created_at timestamptz, msrp_cents bigint)
      returns bytea language sql immutable parallel safe as $$
      select int4send(id) || int2send(coalesce(cell, -1::smallint))
        || coalesce(timestamptz_send(created_at) || int8send(msrp_cents), '\x00000000000000000000000000000000'::bytea)
    $$;

    -- What was touched since a snapshot, as it is now. Stable: all of it is seen by one snapshot, the caller's.
    -- Mostly nothing was: one step into the index says so. Else the plan is made for the very snapshot.
    create function listings_since(seen pg_snapshot, out snapshot pg_snapshot, out generation integer, out changed bytea)
      language plpgsql stable as $$
    begin
      select p.generation, pg_current_snapshot() into generation, snapshot from listing_prunings p;
      if (select c.xid from listing_changes c order by c.xid desc limit 1) >= pg_snapshot_xmin(seen) then
        execute $query$
          with touched as materialized (
            select product_id, seller_id from listing_changes
            where xid >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xid, $1)
          ), ids as (
            select product_id as id from touched where product_id is not null
            union
            select listings.product_id from touched join listings using (seller_id)
          )
          select string_agg(listing_bytes(ids.id, l.cell, l.created_at, l.msrp_cents), ''::bytea)
          from ids left join (
            select listings.* from listings join sellers on sellers.id = listings.seller_id
            where sellers.profile_complete and sellers.suspended_at is null
          ) l on l.product_id = ids.id
        $query$ into changed using seen;
      end if;
    end $$;

    -- Takes from the log what every reader of the last two prunings has seen. A snapshot from the future comes from
    -- another cluster's dump: then all readers start over.
    create function prune_listing_changes() returns void language plpgsql as $$
    declare
      last listing_prunings;
    begin
      select * into last from listing_prunings for update;
      if pg_snapshot_xmax(last.snapshot) > pg_snapshot_xmax(pg_current_snapshot()) then
        delete from listing_changes;
        update listing_prunings set generation = generation + 2, snapshot = pg_current_snapshot();
      else
        delete from listing_changes
        where xid < pg_snapshot_xmax(last.snapshot) and pg_visible_in_snapshot(xid, last.snapshot);
        update listing_prunings set generation = generation + 1, snapshot = pg_current_snapshot();
      end if;
    end $$;

    -- Rebuilt from products: after loading in bulk with the triggers disabled.
    create function refill_listings() returns void language plpgsql as $$
    begin
      truncate listings, listing_texts, listing_vocabulary;
      drop index listing_texts_by_word, listing_vocabulary_by_word, listings_by_seller;
      insert into listings (product_id, seller_id, cell, created_at, msrp_cents)
        select id, seller_id, listing_cell(msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category),
          created_at, msrp_cents
        from products where not provisional and deleted_at is null order by id;
      insert into listing_texts (product_id, words)
        select id, listing_text(name, description) from products where not provisional and deleted_at is null order by id;
      insert into listing_vocabulary (word)
        select distinct substr(lexeme, 2) from listing_texts, unnest(tsvector_to_array(words)) lexeme;
      create index listings_by_seller on listings (seller_id);
      create index listing_texts_by_word on listing_texts using gin (words);
      create index listing_vocabulary_by_word on listing_vocabulary (word);
      analyze listings;
      analyze listing_texts;
      analyze listing_vocabulary;
      update listing_prunings set generation = generation + 2, snapshot = pg_current_snapshot();
    end $$;

    select refill_listings();
  `);

export const down = (db: Knex) => db.raw('select 1');
