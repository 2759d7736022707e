-- The schema as it stands, for reading. Written by `npm run schema` after a migration; a test compares it.
set check_function_bodies = off;

create extension if not exists citext;
create extension if not exists pg_trgm;

CREATE OR REPLACE FUNCTION public.add_to_offer_totals(offer integer, cents numeric, quantity numeric, skus integer)
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into offer_totals values (offer, cents, quantity, skus)
        on conflict (offer_id) do update set total_cents = offer_totals.total_cents + excluded.total_cents,
          total_units = offer_totals.total_units + excluded.total_units,
          sku_count = offer_totals.sku_count + excluded.sku_count
    $function$;

CREATE OR REPLACE FUNCTION public.add_to_seller_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into seller_balances as balance (seller_id, pending_cents, available_cents, paid_cents)
      select added.seller_id,
             coalesce(-sum(added.amount_cents) filter (where account = 'seller_pending'), 0),
             coalesce(-sum(added.amount_cents) filter (where account = 'seller_available'), 0),
             coalesce(-sum(added.amount_cents) filter (where account = 'cash' and posted.kind = 'payout'), 0)
        from added join ledger_transactions posted on posted.id = added.transaction_id
       group by added.seller_id
       order by added.seller_id
          on conflict (seller_id) do update
         set pending_cents = balance.pending_cents + excluded.pending_cents,
             available_cents = balance.available_cents + excluded.available_cents,
             paid_cents = balance.paid_cents + excluded.paid_cents;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.email_of_buyer(company integer)
 RETURNS citext
 LANGUAGE sql
 STABLE
AS $function$
     select email from users where buyer_id = company and is_primary
   $function$;

CREATE OR REPLACE FUNCTION public.email_of_seller(company integer)
 RETURNS citext
 LANGUAGE sql
 STABLE
AS $function$
     select email from users where seller_id = company and is_primary
   $function$;

CREATE OR REPLACE FUNCTION public.fold_tallies()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      if not pg_try_advisory_xact_lock(729481134) then return; end if;
      with folded as (delete from tally_changes returning *)
      insert into tallies
        select what, day, kind, sum(n), sum(amount) from folded group by what, day, kind order by what, day, kind
        on conflict (what, day, kind) do update
          set n = tallies.n + excluded.n, amount = tallies.amount + excluded.amount;
      delete from tallies where n = 0 and amount = 0;
    end $function$;

CREATE OR REPLACE FUNCTION public.goods_words(name text, upc text, sku text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select search_words(name || ' ' || upc || coalesce(' ' || sku, ''))
    $function$;

CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'The ledger is append only: % of % refused', tg_op, tg_table_name;
    end $function$;

CREATE OR REPLACE FUNCTION public.ledger_sums_to_zero()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if (select sum(amount_cents) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
        raise exception 'Ledger transaction % does not sum to 0', new.transaction_id;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.line_category()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      select products.category, products.msrp_cents, products.condition, coalesce(
          (select region from addresses where id = products.location_id and deleted_at is null),
          (select region from addresses
            where addresses.seller_id = products.seller_id and is_default and deleted_at is null))
        into new.category, new.msrp_cents, new.condition, new.ship_from_state
        from products where id = new.product_id;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.listing_bytes(id integer, cell smallint, created_at timestamp with time zone, msrp_cents bigint)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select int4send(id) || int2send(coalesce(cell, -1::smallint))
        || coalesce(timestamptz_send(created_at) || int8send(msrp_cents), '\x00000000000000000000000000000000'::bytea)
    $function$;

CREATE OR REPLACE FUNCTION public.listing_bytes_v2(id integer, cell smallint, created_at timestamp with time zone, msrp_cents bigint, kind smallint, price_cents bigint, percent_off smallint)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select int4send(id) || int2send(coalesce(cell, -1::smallint))
        || coalesce(timestamptz_send(created_at) || int8send(msrp_cents)
          || int8send((price_cents << 14) | (kind::bigint << 8) | (percent_off + 100)),
          '\x000000000000000000000000000000000000000000000000'::bytea)
    $function$;

CREATE OR REPLACE FUNCTION public.listing_cell(msrp bigint, price bigint, percent integer, units bigint, packaging text, category text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select (((((width_bucket(msrp, array[500, 1000, 1500, 2000, 3000]::bigint[]) * 6
        + width_bucket(price, array[500, 1000, 1500, 2000, 3000]::bigint[])) * 6
        + 5 - width_bucket(percent, array[51, 61, 71, 81, 91])) * 6
        + coalesce(width_bucket(units, array[101, 501, 1001, 5001, 10001]::bigint[]), 0)) * 3
        + case packaging when 'retail_ready' then 0 when 'ecommerce_ready' then 1 else 2 end) * 8
        + case category when 'apparel' then 0 when 'beauty' then 1 when 'consumables' then 2 when 'footwear' then 3
            when 'home' then 4 when 'pet' then 5 when 'toys' then 6 else 7 end)::smallint
    $function$;

CREATE OR REPLACE FUNCTION public.listing_condition(condition text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select (case condition when 'new' then 0 when 'open_box' then 1 when 'shelf_pull' then 2 when 'returns' then 3
        when 'refurbished' then 4 when 'damaged' then 5 when 'mixed' then 6 else 7 end)::smallint
    $function$;

CREATE OR REPLACE FUNCTION public.listing_fold(body text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select case
        when octet_length(body) = length(body) then lower(replace(body, '''', ''))
        when body !~ '[^\u0001-\u00a9\u00ab-\u00b1\u00b4-\u00b8\u00bb\u00bf\u00d7\u2000-\u206f]'
          then lower(translate(body, '''‘’', ''))
        else translate(replace(replace(replace(
          lower(regexp_replace(normalize(body, NFKD), '[\u0300-\u036f''\u2018\u2019\u02bc]+', '', 'g')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
          'øłđħıØŁĐĦАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩς',
          'oldhioldhабвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψωσ') end
    $function$;

CREATE OR REPLACE FUNCTION public.listing_gap()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f\U0001f000-\U0001faff]+'
    $function$;

CREATE OR REPLACE FUNCTION public.listing_percent(percent integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select greatest(percent, -100)::smallint
    $function$;

CREATE OR REPLACE FUNCTION public.listing_plain(html text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(html, 100000),
        '</{0,1}(a|abbr|b|code|del|em|i|ins|mark|s|small|span|strong|sub|sup|u)(\s[^>]*){0,1}>', '', 'gi'),
        '<[^>]*>', ' ', 'g'), '&(#39|#x27|apos|rsquo|lsquo);', '', 'gi'), '&(#[0-9]+|#x[0-9a-f]+|[a-z]+[0-9]*);', ' ', 'gi')
    $function$;

CREATE OR REPLACE FUNCTION public.listing_query(words text[], fields text)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.listing_region(country text, region text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select (case when country = 'CA' then 5
        when region in ('CT', 'DC', 'DE', 'MA', 'MD', 'ME', 'NH', 'NJ', 'NY', 'PA', 'RI', 'VT') then 0
        when region in ('AL', 'AR', 'FL', 'GA', 'KY', 'LA', 'MS', 'NC', 'PR', 'SC', 'TN', 'VA', 'WV') then 1
        when region in ('IA', 'IL', 'IN', 'KS', 'MI', 'MN', 'MO', 'ND', 'NE', 'OH', 'SD', 'WI') then 2
        when region in ('AZ', 'NM', 'OK', 'TX') then 3
        when region in ('AK', 'CA', 'CO', 'HI', 'ID', 'MT', 'NV', 'OR', 'UT', 'WA', 'WY') then 4
        else 6 end)::smallint
    $function$;

CREATE OR REPLACE FUNCTION public.listing_text(name text, description text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select array_to_tsvector(array(
        select 'n' || word from unnest(listing_words(name)) word
        union all select 'd' || word from unnest(listing_words(listing_plain(description))) word))
    $function$;

CREATE OR REPLACE FUNCTION public.listing_texts_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.provisional or new.paused or new.deleted_at is not null then
        delete from listing_texts where product_id = new.id;
      elsif old.provisional or old.paused or old.deleted_at is not null or old.name <> new.name
        or old.description <> new.description then
        perform write_listing_texts(array[new.id]);
        insert into listing_changes (product_id) values (new.id);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.listing_word_list(body text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select coalesce(array_agg(left(word, 60) order by place), '{}')
      from regexp_split_to_table(listing_fold(body), listing_gap()) with ordinality as part (word, place)
      where word <> ''
    $function$;

CREATE OR REPLACE FUNCTION public.listing_words(body text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select array(select distinct word from unnest(listing_word_list(body)) word)
    $function$;

CREATE OR REPLACE FUNCTION public.listings_after_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      owner integer := case tg_op when 'DELETE' then old.seller_id else new.seller_id end;
    begin
      if owner is not null and (tg_op <> 'UPDATE'
        or (old.region, old.country, old.is_default, old.deleted_at is null)
          is distinct from (new.region, new.country, new.is_default, new.deleted_at is null)) then
        insert into listing_changes (seller_id) values (owner);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.listings_after_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       insert into listing_changes (product_id) values (new.id);
       return null;
     end $function$;

CREATE OR REPLACE FUNCTION public.listings_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from listings where product_id = old.id;
      delete from listing_texts where product_id = old.id;
      insert into listing_changes (product_id) values (old.id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.listings_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.listings_after_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into listing_changes (seller_id) values (new.id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.listings_after_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into listing_changes (tags) values (true);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.listings_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.listings_since(seen pg_snapshot, OUT snapshot pg_snapshot, OUT generation integer, OUT changed bytea, OUT retagged boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.listings_since_v2(seen pg_snapshot, OUT snapshot pg_snapshot, OUT generation integer, OUT changed bytea, OUT retagged boolean, OUT moved boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
    declare
      touched_ids integer[];
    begin
      select p.generation, pg_current_snapshot(), false, false into generation, snapshot, retagged, moved
        from listing_prunings p;
      if (select c.xid from listing_changes c order by c.xid desc limit 1) >= pg_snapshot_xmin(seen) then
        -- Planned for the very snapshot; what follows is planned once, always by keys.
        execute $query$
          with touched as materialized (
            select product_id, seller_id, tags from listing_changes
            where xid >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xid, $1)
          ), ids as (
            select product_id as id from touched where product_id is not null
            union
            select owned.product_id from touched
              cross join lateral (select product_id from listings where seller_id = touched.seller_id offset 0) owned
              where touched.seller_id is not null
          )
          select (select array_agg(id) from ids), exists (select from touched where tags),
            exists (select from touched where seller_id is not null)
        $query$ into touched_ids, retagged, moved using seen;
        select string_agg(listing_bytes_v2(ids.id, l.cell, l.created_at, l.msrp_cents, l.kind, l.price_cents,
            l.percent_off), ''::bytea)
        into changed
        from unnest(touched_ids) as ids (id) left join lateral (
          select listings.* from listings_v2 listings join sellers on sellers.id = listings.seller_id
          where sellers.profile_complete and sellers.suspended_at is null
            and listings.product_id = ids.id
          offset 0
        ) l on true;
      end if;
    end $function$;

CREATE OR REPLACE FUNCTION public.new_listings_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into new_listings (product_id) select id from inserted where listed_at = now();
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.new_listings_after_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      with listed as (
        update products set listed_at = now()
         where seller_id = new.id and not provisional and not paused and deleted_at is null and listed_at is null
           and id > (select last_id from listed_at_backfill)
        returning id
      )
      insert into new_listings (product_id) select id from listed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.new_listings_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into new_listings (product_id) values (new.id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_first_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if sells_now(new.seller_id) then
        new.listed_at := now();
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.search_text := goods_words(new.name, new.upc, new.sku);
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.offer_totals_after_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      -- Where the offer itself goes, its totals go by their foreign key.
      if tg_op in ('UPDATE', 'DELETE') then
        update offer_totals set total_cents = total_cents - old.quantity::numeric * old.unit_price_cents,
            total_units = total_units - old.quantity, sku_count = sku_count - 1
          where offer_id = old.offer_id;
      end if;
      if tg_op in ('INSERT', 'UPDATE') then
        perform add_to_offer_totals(new.offer_id, new.quantity::numeric * new.unit_price_cents, new.quantity, 1);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.offer_totals_after_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into offer_totals (offer_id, total_cents, total_units, sku_count, created_at, buyer_email, seller_email)
        values (new.id, 0, 0, 0, new.created_at, email_of_buyer(new.buyer_id), email_of_seller(new.seller_id))
        on conflict (offer_id) do update set created_at = excluded.created_at,
          buyer_email = excluded.buyer_email, seller_email = excluded.seller_email;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.order_totals_after_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into order_totals values (new.id, new.created_at, new.total_cents, new.total_net_to_seller, new.fee_cents,
          new.total_units, new.sku_count, email_of_buyer(new.buyer_id), email_of_seller(new.seller_id))
        on conflict (order_id) do update set created_at = excluded.created_at, total_cents = excluded.total_cents,
          total_net_to_seller = excluded.total_net_to_seller, fee_cents = excluded.fee_cents,
          total_units = excluded.total_units, sku_count = excluded.sku_count,
          buyer_email = excluded.buyer_email, seller_email = excluded.seller_email;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.prune_listing_changes()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.refill_list_orders()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      truncate offer_totals, order_totals;
      drop index if exists offer_totals_by_total, offer_totals_by_units, offer_totals_by_skus, offer_totals_by_buyer,
        offer_totals_by_seller, order_totals_by_total, order_totals_by_net, order_totals_by_fee, order_totals_by_units,
        order_totals_by_skus, order_totals_by_buyer, order_totals_by_seller;
      insert into offer_totals (offer_id, total_cents, total_units, sku_count, created_at, buyer_email, seller_email)
        select offers.id, coalesce(lines.cents, 0), coalesce(lines.units, 0), coalesce(lines.skus, 0), offers.created_at,
            buyer.email, seller.email
        from offers
        left join (select offer_id, sum(quantity::numeric * unit_price_cents) as cents, sum(quantity) as units,
            count(*) as skus from offer_products group by offer_id) lines on lines.offer_id = offers.id
        left join users buyer on buyer.buyer_id = offers.buyer_id and buyer.is_primary
        left join users seller on seller.seller_id = offers.seller_id and seller.is_primary
        order by offers.id;
      insert into order_totals
        select orders.id, orders.created_at, total_cents, total_net_to_seller, fee_cents, total_units, sku_count,
            buyer.email, seller.email
        from purchase_orders orders
        left join users buyer on buyer.buyer_id = orders.buyer_id and buyer.is_primary
        left join users seller on seller.seller_id = orders.seller_id and seller.is_primary
        order by orders.id;
      create index offer_totals_by_total on offer_totals (total_cents, offer_id);
      create index offer_totals_by_units on offer_totals (total_units, offer_id);
      create index offer_totals_by_skus on offer_totals (sku_count, offer_id);
      create index offer_totals_by_buyer on offer_totals (buyer_email, offer_id);
      create index offer_totals_by_seller on offer_totals (seller_email, offer_id);
      create index order_totals_by_total on order_totals (total_cents, order_id);
      create index order_totals_by_net on order_totals (total_net_to_seller, order_id);
      create index order_totals_by_fee on order_totals (fee_cents, order_id);
      create index order_totals_by_units on order_totals (total_units, order_id);
      create index order_totals_by_skus on order_totals (sku_count, order_id);
      create index order_totals_by_buyer on order_totals (buyer_email, order_id);
      create index order_totals_by_seller on order_totals (seller_email, order_id);
      analyze offer_totals;
      analyze order_totals;
    end $function$;

CREATE OR REPLACE FUNCTION public.refill_listings()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.refill_tallies()
 RETURNS void
 LANGUAGE sql
AS $function$
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
    $function$;

CREATE OR REPLACE FUNCTION public.search_words(body text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select ' ' || regexp_replace(listing_fold(body), listing_gap(), ' ', 'g')
    $function$;

CREATE OR REPLACE FUNCTION public.seller_words(name text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_catalog'
AS $function$
       select array_to_tsvector(listing_words(name))
     $function$;

CREATE OR REPLACE FUNCTION public.sells_now(id integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
      select exists (select from sellers where sellers.id = $1 and profile_complete and suspended_at is null)
    $function$;

CREATE OR REPLACE FUNCTION public.status_since_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update purchase_orders set status_since = steps.at
        from (select max(at) as at from order_history
          where purchase_order_id = new.purchase_order_id and from_status is distinct from to_status) steps
       where id = new.purchase_order_id and status_since <> steps.at;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.status_since_now()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.status_since := now();
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.tallied(of_what text)
 RETURNS TABLE(day date, kind text, n bigint, amount numeric)
 LANGUAGE sql
 STABLE
AS $function$
      select day, kind, n, amount from tallies where what = of_what
      union all
      select day, kind, n, amount from tally_changes where what = of_what
    $function$;

CREATE OR REPLACE FUNCTION public.tally_categories_after_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.tally_categories_after_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into tally_changes
        select 'categories', side.day, line.category, side.sign, side.sign * sum(line.total_cents)
          from purchase_order_products line
          cross join (values (utc_day(old.created_at), -1, old.status), (utc_day(new.created_at), 1, new.status))
            side (day, sign, status)
         where line.purchase_order_id = new.id and side.status <> 'canceled'
         group by side.day, line.category, side.sign;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.tally_kind(admin boolean, buyer_id integer, status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
      select case when admin then 'staff ' when buyer_id is not null then 'buyer ' else 'seller ' end
        || status
    $function$;

CREATE OR REPLACE FUNCTION public.tally_offers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.tally_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.tally_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.tally_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into tally_changes values ('products', utc_day(new.created_at),
        case when new.provisional then 'provisional' else 'live' end, 0, coalesce(new.units, 0)::numeric - coalesce(old.units, 0));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.tally_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        insert into tally_changes values ('users', utc_day(old.created_at), tally_kind(old.admin, old.buyer_id, old.status), -1, 0);
      end if;
      if tg_op <> 'DELETE' then
        insert into tally_changes values ('users', utc_day(new.created_at), tally_kind(new.admin, new.buyer_id, new.status), 1, 0);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.totals_after_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      buyers_now integer[];
      sellers_now integer[];
    begin
      -- Old and new company; there is no old one of a new person, and none of either kind for staff.
      buyers_now := array_remove(array[case when tg_op <> 'INSERT' then old.buyer_id end,
        case when tg_op <> 'DELETE' then new.buyer_id end], null);
      sellers_now := array_remove(array[case when tg_op <> 'INSERT' then old.seller_id end,
        case when tg_op <> 'DELETE' then new.seller_id end], null);
      update offer_totals set buyer_email = email_of_buyer(offers.buyer_id)
        from offers where offers.id = offer_totals.offer_id and offers.buyer_id = any (buyers_now);
      update offer_totals set seller_email = email_of_seller(offers.seller_id)
        from offers where offers.id = offer_totals.offer_id and offers.seller_id = any (sellers_now);
      update order_totals set buyer_email = email_of_buyer(orders.buyer_id)
        from purchase_orders orders where orders.id = order_totals.order_id and orders.buyer_id = any (buyers_now);
      update order_totals set seller_email = email_of_seller(orders.seller_id)
        from purchase_orders orders where orders.id = order_totals.order_id and orders.seller_id = any (sellers_now);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.utc_day(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select (at at time zone 'utc')::date
    $function$;

CREATE OR REPLACE FUNCTION public.want_key(word text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
   begin
     return case when word ~ '^([0-9]+)(oz|ounce|ounces|lb|lbs|pound|pounds|g|gr|gram|grams|gramme|grammes|kg|kgs|kilo|kilos|kilogram|kilograms|ml|milliliter|milliliters|millilitre|millilitres|l|liter|liters|litre|litres|qt|qts|quart|quarts|gal|gals|gallon|gallons|in|inch|inches|ft|foot|feet|mm|millimeter|millimeters|millimetre|millimetres|cm|centimeter|centimeters|centimetre|centimetres|yd|yds|yard|yards|pk|pks|pack|packs|pkg|pkgs|package|packages|ct|cts|count|counts|pc|pcs|piece|pieces|dz|doz|dozen|dozens|pr|prs|pair|pairs)$'
       then substring(word from '^[0-9]+') || coalesce(public.want_stem(substring(word from '[a-z]+$')), 'in')
       else coalesce(public.want_stem(word), word) end;
   end $function$;

CREATE OR REPLACE FUNCTION public.want_stem(word text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
   begin
     return case
        when word in ('in', 'inch', 'inches') then null
        when word in ('oz', 'ounce', 'ounces') then 'oz'
        when word in ('lb', 'lbs', 'pound', 'pounds') then 'lb'
        when word in ('g', 'gr', 'gram', 'grams', 'gramme', 'grammes') then 'g'
        when word in ('kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms') then 'kg'
        when word in ('ml', 'milliliter', 'milliliters', 'millilitre', 'millilitres') then 'ml'
        when word in ('l', 'liter', 'liters', 'litre', 'litres') then 'l'
        when word in ('qt', 'qts', 'quart', 'quarts') then 'qt'
        when word in ('gal', 'gals', 'gallon', 'gallons') then 'gal'
        when word in ('in', 'inch', 'inches') then 'in'
        when word in ('ft', 'foot', 'feet') then 'ft'
        when word in ('mm', 'millimeter', 'millimeters', 'millimetre', 'millimetres') then 'mm'
        when word in ('cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres') then 'cm'
        when word in ('yd', 'yds', 'yard', 'yards') then 'yd'
        when word in ('pk', 'pks', 'pack', 'packs', 'pkg', 'pkgs', 'package', 'packages') then 'pk'
        when word in ('ct', 'cts', 'count', 'counts') then 'ct'
        when word in ('pc', 'pcs', 'piece', 'pieces') then 'pc'
        when word in ('dz', 'doz', 'dozen', 'dozens') then 'dz'
        when word in ('pr', 'prs', 'pair', 'pairs') then 'pr'
        when word in ('jewellery', 'jewelery') then 'jewelry'
        when word in ('cosy', 'cosies') then 'cozy'
        when word in ('knives') then 'knife'
        when word in ('shelves') then 'shelf'
        when word in ('scarves') then 'scarf'
        when word in ('women', 'womens') then 'woman'
        when word in ('men', 'mens') then 'man'
        when word in ('children', 'childrens', 'childs') then 'child'
        when word ~ '[^a-z]' or length(word) > 30 then word
        else (ts_lexize('english_stem', regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(replace(word, 'grey', 'gray'), 'aluminium', 'aluminum'), 'mould', 'mold'), 'tyre', 'tire'), 'pyjama', 'pajama'), 'yoghurt', 'yogurt'), 'doughnut', 'donut'), '([a-z]{2})our', '\1or'), '([bct])re(s{0,1})$', '\1er\2'), 'is(e|ed|er|ers|es|ing|ation)$', 'iz\1'), 'ogue(s{0,1})$', 'og\1'), '(trave|labe|mode|ename|marve|jewe|chane)ll', '\1l')))[1]
      end;
   end $function$;

CREATE OR REPLACE FUNCTION public.want_words(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
     select case when cardinality(found) > 0 then found else words end
       from (select array(
         select distinct stem from unnest(words) word
          cross join lateral regexp_match(word, '^([0-9]+)(oz|ounce|ounces|lb|lbs|pound|pounds|g|gr|gram|grams|gramme|grammes|kg|kgs|kilo|kilos|kilogram|kilograms|ml|milliliter|milliliters|millilitre|millilitres|l|liter|liters|litre|litres|qt|qts|quart|quarts|gal|gals|gallon|gallons|in|inch|inches|ft|foot|feet|mm|millimeter|millimeters|millimetre|millimetres|cm|centimeter|centimeters|centimetre|centimetres|yd|yds|yard|yards|pk|pks|pack|packs|pkg|pkgs|package|packages|ct|cts|count|counts|pc|pcs|piece|pieces|dz|doz|dozen|dozens|pr|prs|pair|pairs)$') parts
          cross join lateral unnest(case when parts is null then array[want_stem(word)]
            else array[parts[1], want_stem(parts[2])] end) stem
          where stem is not null) as found) stems
   $function$;

CREATE OR REPLACE FUNCTION public.write_listing_texts(ids integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into listing_texts (product_id, words)
        select id, listing_text(name, description) from products where id = any (ids)
        on conflict (product_id) do update set words = excluded.words;
      insert into listing_vocabulary (word)
        select distinct substr(lexeme, 2) from listing_texts, unnest(tsvector_to_array(words)) lexeme
        where product_id = any (ids)
          and not exists (select from listing_vocabulary where word = substr(lexeme, 2));
    $function$;

create table addresses (
  id integer generated always as identity not null,
  buyer_id integer,
  seller_id integer,
  company text not null,
  attention text,
  line1 text not null,
  line2 text,
  city text not null,
  region character(2) not null,
  postal_code text not null,
  country character(2) not null,
  phone text not null,
  dock text default 'unknown'::text not null,
  appointment boolean default false not null,
  hours text,
  instructions text,
  is_default boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_country CHECK ((country = ANY (ARRAY['US'::bpchar, 'CA'::bpchar]))),
  constraint addresses_dock CHECK ((dock = ANY (ARRAY['dock'::text, 'no_dock'::text, 'unknown'::text]))),
  constraint addresses_owner CHECK ((num_nonnulls(buyer_id, seller_id) = 1))
);

create table adjustment_lines (
  adjustment_id integer not null,
  purchase_order_product_id integer not null,
  quantity bigint,
  goods_cents bigint not null,
  constraint adjustment_lines_pkey PRIMARY KEY (adjustment_id, purchase_order_product_id),
  constraint adjustment_lines_amount CHECK ((goods_cents >= 0))
);

create table adjustments (
  id integer generated always as identity not null,
  purchase_order_id integer not null,
  kind text not null,
  number integer not null,
  claim_id integer,
  provider_id text,
  reason text,
  goods_cents bigint not null,
  freight_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  constraint adjustments_pkey PRIMARY KEY (id),
  constraint adjustments_amounts CHECK (((goods_cents >= 0) AND (freight_cents >= 0) AND (fee_cents >= 0) AND ((goods_cents + freight_cents) > 0) AND ((goods_cents + freight_cents) = (fee_cents + net_cents)))),
  constraint adjustments_kind CHECK ((kind = ANY (ARRAY['claim'::text, 'short_ship'::text, 'provider'::text]))),
  constraint adjustments_claim UNIQUE (claim_id),
  constraint adjustments_number UNIQUE (purchase_order_id, number),
  constraint adjustments_provider UNIQUE (provider_id)
);

create table answer_rules (
  id integer generated always as identity not null,
  seller_id integer not null,
  scope text not null,
  category text,
  product_id integer,
  accept_at integer,
  counter_at integer,
  decline_below integer,
  note text,
  max_orders_per_day integer default 20 not null,
  active boolean default true not null,
  limit_mailed_at timestamp with time zone,
  version integer default 1 not null,
  created_by integer not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint answer_rules_pkey PRIMARY KEY (id),
  constraint answer_rules_limits CHECK (((COALESCE(accept_at, counter_at, decline_below) IS NOT NULL) AND ((accept_at >= 10) AND (accept_at <= 1000)) AND ((counter_at >= 10) AND (counter_at <= 1000)) AND ((decline_below >= 10) AND (decline_below <= 1000)) AND (decline_below <= accept_at) AND (accept_at <= counter_at) AND (decline_below <= counter_at))),
  constraint answer_rules_max_orders CHECK (((max_orders_per_day >= 1) AND (max_orders_per_day <= 1000))),
  constraint answer_rules_note CHECK ((char_length(note) <= 500)),
  constraint answer_rules_scope CHECK ((((scope = 'catalog'::text) AND (category IS NULL) AND (product_id IS NULL)) OR ((scope = 'category'::text) AND (category IS NOT NULL) AND (product_id IS NULL)) OR ((scope = 'product'::text) AND (category IS NULL) AND (product_id IS NOT NULL)))),
  constraint answer_rules_once UNIQUE NULLS NOT DISTINCT (seller_id, scope, category, product_id)
);

create table api_keys (
  id integer generated always as identity not null,
  user_id integer not null,
  prefix text not null,
  digest bytea not null,
  capabilities text[] not null,
  created_by integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_ip inet,
  revoked_at timestamp with time zone,
  replaced_by integer,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_capabilities CHECK ((cardinality(capabilities) > 0)),
  constraint api_keys_digest UNIQUE (digest)
);

create table approval_requests (
  id integer generated always as identity not null,
  offer_id integer not null,
  buyer_id integer not null,
  act text not null,
  version integer not null,
  content jsonb not null,
  total_cents bigint not null,
  limit_cents bigint not null,
  exceeds text not null,
  status text default 'requested'::text not null,
  reason text,
  requested_by integer not null,
  decided_by integer,
  note text,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint approval_requests_pkey PRIMARY KEY (id),
  constraint approval_requests_act CHECK ((act = ANY (ARRAY['submit'::text, 'accept'::text, 'counter'::text]))),
  constraint approval_requests_decided CHECK (((decided_at IS NULL) = (status = 'requested'::text))),
  constraint approval_requests_exceeds CHECK ((exceeds = ANY (ARRAY['order'::text, 'month'::text]))),
  constraint approval_requests_note CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint approval_requests_reason CHECK ((((reason IS NOT NULL) = (status = 'lapsed'::text)) AND (reason = ANY (ARRAY['changed'::text, 'expired'::text, 'removed'::text, 'replaced'::text])))),
  constraint approval_requests_status CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'declined'::text, 'canceled'::text, 'lapsed'::text])))
);

create table audit_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_id integer,
  actor text not null,
  action text not null,
  subject_type text not null,
  subject_id integer,
  before jsonb,
  after jsonb,
  buyer_id integer,
  seller_id integer,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table backups (
  id integer generated always as identity not null,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  bytes bigint,
  location text not null,
  checksum text,
  error text,
  constraint backups_pkey PRIMARY KEY (id)
);

create table bearer_tokens (
  id uuid not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint bearer_tokens_pkey PRIMARY KEY (id)
);

create table bulk_answer_rows (
  bulk_answer_id integer not null,
  offer_id integer not null,
  "position" integer not null,
  version integer not null,
  action text not null,
  lines jsonb not null,
  state text default 'waiting'::text not null,
  reason text,
  purchase_order_id integer,
  constraint bulk_answer_rows_pkey PRIMARY KEY (bulk_answer_id, offer_id),
  constraint bulk_answer_rows_action CHECK ((action = ANY (ARRAY['accept'::text, 'counter'::text, 'reject'::text, 'skip'::text]))),
  constraint bulk_answer_rows_state CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'skipped'::text, 'failed'::text])))
);

create table bulk_answers (
  id integer generated always as identity not null,
  seller_id integer not null,
  user_id integer not null,
  key uuid not null,
  rule jsonb not null,
  state text default 'running'::text not null,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint bulk_answers_pkey PRIMARY KEY (id),
  constraint bulk_answers_state CHECK ((state = ANY (ARRAY['running'::text, 'done'::text]))),
  constraint bulk_answers_key_key UNIQUE (key)
);

create table bulk_changed_products (
  bulk_change_id integer not null,
  product_id integer not null,
  amount_before bigint,
  provisional boolean not null,
  provisional_errors jsonb not null,
  version integer not null,
  constraint bulk_changed_products_pkey PRIMARY KEY (bulk_change_id, product_id)
);

create table bulk_changes (
  id integer generated always as identity not null,
  seller_id integer not null,
  user_id integer not null,
  field text not null,
  amount bigint not null,
  at timestamp with time zone default now() not null,
  constraint bulk_changes_pkey PRIMARY KEY (id),
  constraint bulk_changes_field CHECK ((field = ANY (ARRAY['units'::text, 'seller_price_cents'::text])))
);

create table buyers (
  id integer generated always as identity not null,
  name text not null,
  category text not null,
  created_at timestamp with time zone default now() not null,
  events_since timestamp with time zone,
  ap_email citext,
  constraint buyers_pkey PRIMARY KEY (id),
  constraint buyers_ap_email CHECK (((length((ap_email)::text) >= 3) AND (length((ap_email)::text) <= 254))),
  constraint buyers_name_present CHECK ((btrim(name) <> ''::text))
);

create unlogged table cable_messages (
  stream text not null,
  epoch text not null,
  "offset" bigint not null,
  envelope text not null,
  "json" text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint cable_messages_pkey PRIMARY KEY (stream, epoch, "offset")
);

create unlogged table cable_payloads (
  id bigint generated always as identity not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  constraint cable_payloads_pkey PRIMARY KEY (id)
);

create unlogged table cable_streams (
  stream text not null,
  epoch text default to_hex(((random() * ('4294967295'::bigint)::double precision))::bigint) not null,
  "offset" bigint not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint cable_streams_pkey PRIMARY KEY (stream)
) with (fillfactor=50);

create table claim_lines (
  id integer generated always as identity not null,
  claim_id integer not null,
  purchase_order_product_id integer not null,
  quantity bigint not null,
  reason text not null,
  requested_cents bigint not null,
  refund_cents bigint,
  constraint claim_lines_pkey PRIMARY KEY (id),
  constraint claim_lines_amounts CHECK (((requested_cents >= 0) AND ((refund_cents >= 0) AND (refund_cents <= requested_cents)))),
  constraint claim_lines_quantity CHECK ((quantity >= 1)),
  constraint claim_lines_reason CHECK ((reason = ANY (ARRAY['missing'::text, 'damaged'::text, 'wrong_item'::text, 'not_as_described'::text, 'not_received'::text])))
);

create table claim_messages (
  id integer generated always as identity not null,
  claim_id integer not null,
  at timestamp with time zone default now() not null,
  author text not null,
  user_id integer,
  body text not null,
  constraint claim_messages_pkey PRIMARY KEY (id),
  constraint claim_messages_author CHECK ((author = ANY (ARRAY['buyer'::text, 'seller'::text, 'staff'::text])))
);

create table claim_photos (
  id integer generated always as identity not null,
  claim_id integer not null,
  message_id integer,
  file_key text not null,
  ready boolean default false not null,
  constraint claim_photos_pkey PRIMARY KEY (id)
);

create table claims (
  id integer generated always as identity not null,
  claim_number text generated always as (('CL-'::text || ((100000 + id))::text)) stored not null,
  purchase_order_id integer not null,
  status text default 'open'::text not null,
  description text not null,
  answer_by timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by integer,
  explanation text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint claims_pkey PRIMARY KEY (id),
  constraint claims_status CHECK ((status = ANY (ARRAY['open'::text, 'in_review'::text, 'approved'::text, 'denied'::text, 'withdrawn'::text])))
);

create table company_events (
  id bigint generated always as identity not null,
  xid xid8 default pg_current_xact_id() not null,
  buyer_id integer,
  seller_id integer,
  type text not null,
  subject_type text,
  subject_id integer,
  data jsonb not null,
  at timestamp with time zone default now() not null,
  constraint company_events_pkey PRIMARY KEY (id),
  constraint company_events_company CHECK ((num_nonnulls(buyer_id, seller_id) = 1)),
  constraint company_events_subject CHECK ((num_nonnulls(subject_type, subject_id) = ANY (ARRAY[0, 2])))
);

create table consistency_checks (
  id integer generated always as identity not null,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  trigger text not null,
  constraint consistency_checks_pkey PRIMARY KEY (id),
  constraint consistency_checks_trigger CHECK ((trigger = ANY (ARRAY['nightly'::text, 'staff'::text, 'command'::text])))
);

create table consistency_findings (
  id bigint generated always as identity not null,
  check_id integer not null,
  name text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint consistency_findings_pkey PRIMARY KEY (id)
);

create table contact_requests (
  id integer generated always as identity not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id integer,
  created_at timestamp with time zone default now() not null,
  constraint contact_requests_pkey PRIMARY KEY (id)
);

create table documents (
  id integer generated always as identity not null,
  kind text not null,
  number text not null,
  purchase_order_id integer not null,
  content jsonb not null,
  template_version integer not null,
  sha256 text,
  storage_key text,
  bytes integer,
  issued_at timestamp with time zone not null,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_kind CHECK ((kind = ANY (ARRAY['purchase_order'::text, 'invoice'::text, 'packing_slip'::text, 'credit_memo'::text]))),
  constraint documents_stored CHECK ((num_nulls(sha256, storage_key, bytes) = ANY (ARRAY[0, 3]))),
  constraint documents_number UNIQUE (kind, number)
);

create table email_notices (
  id integer generated always as identity not null,
  user_id integer not null,
  kind text not null,
  event_key text not null,
  content jsonb not null,
  at timestamp with time zone default now() not null,
  mail_id integer,
  constraint email_notices_pkey PRIMARY KEY (id),
  constraint email_notices_once_per_event UNIQUE (event_key)
);

create table factor_resets (
  id integer generated always as identity not null,
  user_id integer not null,
  requested_by integer not null,
  reason text not null,
  digest bytea not null,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  canceled_at timestamp with time zone,
  done_at timestamp with time zone,
  constraint factor_resets_pkey PRIMARY KEY (id),
  constraint factor_resets_reason CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint factor_resets_digest UNIQUE (digest)
);

create table favorites (
  buyer_id integer not null,
  product_id integer not null,
  price_cents bigint,
  notified_price_cents bigint,
  notified_in_stock boolean not null,
  notified_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint favorites_pkey PRIMARY KEY (buyer_id, product_id)
);

create table idempotency_keys (
  user_id integer not null,
  key text not null,
  fingerprint bytea not null,
  attempt integer default 1 not null,
  locked_until timestamp with time zone not null,
  committed_at timestamp with time zone,
  subject_id integer,
  progress jsonb,
  status smallint,
  headers jsonb,
  body bytea,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_key CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);

create table import_headings (
  seller_id integer not null,
  heading text not null,
  field text not null,
  constraint import_headings_pkey PRIMARY KEY (seller_id, heading)
);

create table import_issue_counts (
  import_id integer not null,
  problem text not null,
  kind text not null,
  count integer not null,
  stored integer not null,
  constraint import_issue_counts_pkey PRIMARY KEY (import_id, problem),
  constraint import_issue_counts_kind CHECK ((kind = ANY (ARRAY['rejected'::text, 'warning'::text]))),
  constraint import_issue_counts_stored CHECK (((stored >= 0) AND (stored <= count)))
);

create table import_issues (
  id bigint generated always as identity not null,
  import_id integer not null,
  line integer not null,
  kind text not null,
  column_name text not null,
  value text not null,
  message text not null,
  constraint import_issues_pkey PRIMARY KEY (id),
  constraint import_issues_kind CHECK ((kind = ANY (ARRAY['rejected'::text, 'warning'::text])))
);

create table import_previews (
  id integer generated always as identity not null,
  seller_id integer not null,
  user_id integer not null,
  key text not null,
  stored_key text not null,
  mapping jsonb,
  fixes jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  file_name text default ''::text not null,
  header_line integer,
  digest text,
  saved_at timestamp with time zone,
  updates text[] default '{}'::text[] not null,
  units_counted_at timestamp with time zone,
  constraint import_previews_pkey PRIMARY KEY (id),
  constraint import_previews_once UNIQUE (key)
);

create table import_reading_rows (
  reading_id integer not null,
  list text not null,
  page integer not null,
  rows text not null,
  constraint import_reading_rows_pkey PRIMARY KEY (reading_id, list, page)
);

create table import_readings (
  id integer generated always as identity not null,
  preview_id integer,
  import_id integer,
  changes jsonb,
  done boolean default false not null,
  refusal jsonb,
  summary jsonb,
  rejected_csv text,
  created_at timestamp with time zone default now() not null,
  absent_ids integer[],
  constraint import_readings_pkey PRIMARY KEY (id),
  constraint import_readings_subject CHECK ((num_nonnulls(preview_id, import_id) = 1))
);

create table imported_csvs (
  id integer generated always as identity not null,
  seller_id integer not null,
  user_id integer not null,
  key text not null,
  stored_key text not null,
  columns jsonb,
  fixes jsonb default '{}'::jsonb not null,
  status text default 'pending'::text not null,
  error text,
  total_rows integer default 0 not null,
  done_rows integer default 0 not null,
  total_imported_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  file_name text default ''::text not null,
  resumable boolean default false not null,
  row_counts jsonb,
  header_line integer,
  updates text[] default '{}'::text[] not null,
  units_counted_at timestamp with time zone,
  absent_ids integer[],
  absent_at timestamp with time zone,
  sold_out_count integer default 0 not null,
  replaced_count integer default 0 not null,
  undone_to bigint,
  undone_at timestamp with time zone,
  digest text,
  constraint imported_csvs_pkey PRIMARY KEY (id),
  constraint imported_csvs_resumable CHECK (((NOT resumable) OR (status = 'failed'::text))),
  constraint imported_csvs_rows CHECK (((done_rows >= 0) AND (done_rows <= total_rows))),
  constraint imported_csvs_status CHECK ((status = ANY (ARRAY['pending'::text, 'importing'::text, 'imported'::text, 'failed'::text]))),
  constraint imported_csvs_once UNIQUE (key)
);

create table imported_products (
  import_id integer not null,
  product_id integer not null,
  outcome text not null,
  provisional_errors jsonb default '{}'::jsonb not null,
  differs boolean default false not null,
  constraint imported_products_pkey PRIMARY KEY (import_id, product_id),
  constraint imported_products_outcome CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'unchanged'::text])))
);

create table invitations (
  id integer generated always as identity not null,
  buyer_id integer,
  seller_id integer,
  email citext not null,
  role text not null,
  order_limit_cents bigint,
  month_limit_cents bigint,
  digest bytea not null,
  invited_by integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_company CHECK ((num_nonnulls(buyer_id, seller_id) = 1)),
  constraint invitations_limits CHECK (((order_limit_cents > 0) AND (month_limit_cents > 0))),
  constraint invitations_role CHECK ((((buyer_id IS NOT NULL) AND (role = ANY (ARRAY['owner'::text, 'approver'::text, 'purchaser'::text, 'viewer'::text]))) OR ((seller_id IS NOT NULL) AND (role = ANY (ARRAY['owner'::text, 'manager'::text, 'warehouse'::text]))))),
  constraint invitations_digest UNIQUE (digest)
);

create table job_workers (
  id text not null,
  seen_at timestamp with time zone default now() not null,
  constraint job_workers_pkey PRIMARY KEY (id)
);

create table key_refusals (
  user_id integer not null,
  day date not null,
  reason text not null,
  count integer default 1 not null,
  last_at timestamp with time zone default now() not null,
  constraint key_refusals_pkey PRIMARY KEY (user_id, day, reason)
);

create table ledger_backfill (
  is_only boolean default true not null,
  after_id integer default 0 not null,
  finished_at timestamp with time zone,
  constraint ledger_backfill_pkey PRIMARY KEY (is_only),
  constraint ledger_backfill_only CHECK (is_only)
);

create table ledger_entries (
  id bigint generated always as identity not null,
  transaction_id bigint not null,
  account text not null,
  seller_id integer not null,
  purchase_order_id integer,
  amount_cents bigint not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_account CHECK ((account = ANY (ARRAY['cash'::text, 'fees'::text, 'seller_pending'::text, 'seller_available'::text]))),
  constraint ledger_entries_amount CHECK ((amount_cents <> 0))
);

create table ledger_mismatches (
  id integer generated always as identity not null,
  subject text not null,
  problem text not null,
  purchase_order_id integer,
  found_at timestamp with time zone default now() not null,
  constraint ledger_mismatches_pkey PRIMARY KEY (id),
  constraint ledger_mismatches_once UNIQUE (subject, problem)
);

create table ledger_transactions (
  id bigint generated always as identity not null,
  key text not null,
  kind text not null,
  seller_id integer not null,
  purchase_order_id integer,
  adjustment_id integer,
  payout_id integer,
  at timestamp with time zone default now() not null,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_kind CHECK ((kind = ANY (ARRAY['paid'::text, 'canceled'::text, 'adjustment'::text, 'released'::text, 'payout'::text]))),
  constraint ledger_transactions_key UNIQUE (key)
);

create table listed_at_backfill (
  is_only boolean default true not null,
  last_id integer not null,
  after_id integer default 0 not null,
  finished_at timestamp with time zone,
  constraint listed_at_backfill_pkey PRIMARY KEY (is_only),
  constraint listed_at_backfill_only CHECK (is_only)
);

create table listing_backfill (
  is_only boolean default true not null,
  after_id integer default 0 not null,
  finished_at timestamp with time zone,
  constraint listing_backfill_pkey PRIMARY KEY (is_only),
  constraint listing_backfill_only CHECK (is_only)
);

create table listing_changes (
  xid xid8 default pg_current_xact_id() not null,
  product_id integer,
  seller_id integer,
  tags boolean,
  constraint listing_changes_one CHECK ((num_nonnulls(product_id, seller_id, tags) = 1))
);

create table listing_prunings (
  generation integer not null,
  snapshot pg_snapshot not null
);

create table listing_texts (
  product_id integer not null,
  words tsvector not null,
  constraint listing_texts_pkey PRIMARY KEY (product_id)
);

create table listing_vocabulary (
  word text not null
);

create table listings (
  product_id integer not null,
  seller_id integer not null,
  cell smallint not null,
  created_at timestamp with time zone not null,
  msrp_cents bigint not null,
  condition smallint,
  location_id integer,
  price_cents bigint,
  percent_off smallint,
  constraint listings_pkey PRIMARY KEY (product_id)
) with (fillfactor=85);

create table mails (
  id integer generated always as identity not null,
  event_key text,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  reply_to text,
  headers jsonb,
  discarded_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_once_per_event UNIQUE (event_key)
);

create table message_backfill (
  is_only boolean default true not null,
  after_id bigint default 0 not null,
  finished_at timestamp with time zone,
  constraint message_backfill_pkey PRIMARY KEY (is_only),
  constraint message_backfill_only CHECK (is_only)
);

create table message_reads (
  offer_id integer not null,
  user_id integer not null,
  last_read_id bigint not null,
  constraint message_reads_pkey PRIMARY KEY (offer_id, user_id)
);

create table messages (
  id bigint generated always as identity not null,
  offer_id integer not null,
  side text not null,
  user_id integer not null,
  act text,
  history_id bigint,
  body text not null,
  masked_body text,
  client_key uuid,
  hidden_at timestamp with time zone,
  hidden_by integer,
  hidden_reason text,
  created_at timestamp with time zone default now() not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_act CHECK ((act = ANY (ARRAY['submit'::text, 'counter'::text, 'reject'::text, 'withdraw'::text, 'accept'::text]))),
  constraint messages_body CHECK (((length(body) >= 1) AND (length(body) <= 2000))),
  constraint messages_side CHECK ((side = ANY (ARRAY['buyer'::text, 'seller'::text]))),
  constraint messages_once_per_act UNIQUE (history_id),
  constraint messages_once_per_key UNIQUE (user_id, client_key)
);

create table new_listings (
  product_id integer not null,
  xid xid8 default pg_current_xact_id() not null,
  at timestamp with time zone default now() not null,
  constraint new_listings_pkey PRIMARY KEY (product_id)
);

create table notification_choices (
  user_id integer not null,
  kind text not null,
  email text not null,
  updated_at timestamp with time zone default now() not null,
  constraint notification_choices_pkey PRIMARY KEY (user_id, kind),
  constraint notification_choices_email CHECK ((email = ANY (ARRAY['instant'::text, 'daily'::text, 'off'::text])))
);

create table offer_history (
  id bigint generated always as identity not null,
  offer_id integer not null,
  at timestamp with time zone default now() not null,
  actor text not null,
  user_id integer,
  event text not null,
  from_state text not null,
  to_state text not null,
  note text,
  lines jsonb not null,
  freight_cents bigint,
  requested_by integer,
  constraint offer_history_pkey PRIMARY KEY (id),
  constraint offer_history_actor CHECK ((actor = ANY (ARRAY['buyer'::text, 'seller'::text, 'staff'::text, 'system'::text]))),
  constraint offer_history_freight_cents_check CHECK ((freight_cents >= 0)),
  constraint offer_history_note CHECK ((char_length(note) <= 500))
);

create table offer_products (
  id integer generated always as identity not null,
  offer_id integer not null,
  product_id integer not null,
  quantity bigint not null,
  unit_price_cents bigint not null,
  buyer_price_cents bigint not null,
  seller_price_cents bigint,
  created_at timestamp with time zone default now() not null,
  constraint offer_products_pkey PRIMARY KEY (id),
  constraint offer_products_price CHECK (((unit_price_cents >= 1) AND (buyer_price_cents >= 1) AND (seller_price_cents >= 1))),
  constraint offer_products_quantity CHECK (((quantity >= 1) AND (quantity <= '9000000000000000000'::bigint))),
  constraint offer_products_once UNIQUE (offer_id, product_id)
);

create table offer_totals (
  offer_id integer not null,
  total_cents numeric not null,
  total_units numeric not null,
  sku_count integer not null,
  created_at timestamp with time zone,
  buyer_email citext,
  seller_email citext,
  constraint offer_totals_pkey PRIMARY KEY (offer_id)
);

create table offers (
  id integer generated always as identity not null,
  offer_number text generated always as (('OF-'::text || ((100000 + id))::text)) stored not null,
  buyer_id integer not null,
  seller_id integer not null,
  state text default 'draft'::text not null,
  version integer default 1 not null,
  submitted_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  ship_to_address_id integer,
  ship_to jsonb,
  shipping_terms text,
  freight_cents bigint,
  agreed_freight_cents bigint,
  carrier_instructions text,
  committed_by integer,
  committed_cents bigint,
  changed_by integer,
  buyer_po_number text,
  constraint offers_pkey PRIMARY KEY (id),
  constraint offers_agreed_freight CHECK (((agreed_freight_cents >= 0) AND (agreed_freight_cents <= 9999999))),
  constraint offers_buyer_po_number CHECK (((length(buyer_po_number) >= 1) AND (length(buyer_po_number) <= 40))),
  constraint offers_freight CHECK (((freight_cents >= 0) AND (freight_cents <= 9999999))),
  constraint offers_shipping_terms CHECK ((shipping_terms = ANY (ARRAY['seller_pays'::text, 'buyer_pays'::text, 'buyer_carrier'::text, 'pickup'::text]))),
  constraint offers_state CHECK ((state = ANY (ARRAY['draft'::text, 'saved_for_later'::text, 'seller_review'::text, 'buyer_review'::text, 'accepted'::text, 'rejected'::text]))),
  constraint offers_under_review_expire CHECK (((state <> ALL (ARRAY['seller_review'::text, 'buyer_review'::text])) OR (expires_at IS NOT NULL)))
);

create table one_time_tokens (
  id integer generated always as identity not null,
  user_id integer not null,
  purpose text not null,
  digest bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_purpose CHECK ((purpose = ANY (ARRAY['magic'::text, 'reset'::text]))),
  constraint one_time_tokens_digest UNIQUE (digest),
  constraint one_time_tokens_newest UNIQUE (user_id, purpose)
);

create table order_activity (
  id bigint generated always as identity not null,
  purchase_order_id integer not null,
  at timestamp with time zone default now() not null,
  actor text not null,
  user_id integer,
  event text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint order_activity_pkey PRIMARY KEY (id),
  constraint order_activity_actor CHECK ((actor = ANY (ARRAY['buyer'::text, 'seller'::text, 'staff'::text, 'provider'::text, 'system'::text])))
);

create table order_history (
  id bigint generated always as identity not null,
  purchase_order_id integer not null,
  at timestamp with time zone default now() not null,
  actor text not null,
  user_id integer,
  event text not null,
  from_status text,
  to_status text not null,
  reason text,
  constraint order_history_pkey PRIMARY KEY (id),
  constraint order_history_actor CHECK ((actor = ANY (ARRAY['buyer'::text, 'seller'::text, 'staff'::text, 'provider'::text, 'system'::text])))
);

create table order_line_backfill (
  is_only boolean default true not null,
  after_id integer default 0 not null,
  finished_at timestamp with time zone,
  constraint order_line_backfill_pkey PRIMARY KEY (is_only),
  constraint order_line_backfill_only CHECK (is_only)
);

create table order_totals (
  order_id integer not null,
  created_at timestamp with time zone not null,
  total_cents bigint not null,
  total_net_to_seller bigint not null,
  fee_cents bigint not null,
  total_units bigint not null,
  sku_count integer not null,
  buyer_email citext,
  seller_email citext,
  constraint order_totals_pkey PRIMARY KEY (order_id)
);

create table payment_attempts (
  id integer generated always as identity not null,
  purchase_order_id integer not null,
  attempt integer not null,
  idempotency_key text not null,
  amount_cents bigint not null,
  session_id text,
  session_url text,
  payment_intent_id text,
  status text default 'opening'::text not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint payment_attempts_status CHECK ((status = ANY (ARRAY['opening'::text, 'open'::text, 'complete'::text, 'expired'::text]))),
  constraint payment_attempts_key UNIQUE (idempotency_key),
  constraint payment_attempts_once UNIQUE (purchase_order_id, attempt),
  constraint payment_attempts_session UNIQUE (session_id)
);

create table payment_events (
  id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  constraint payment_events_pkey PRIMARY KEY (id)
);

create table payout_batches (
  id integer generated always as identity not null,
  number text generated always as (('PB-'::text || ((100000 + id))::text)) stored not null,
  created_by integer,
  at timestamp with time zone default now() not null,
  constraint payout_batches_pkey PRIMARY KEY (id)
);

create table payout_items (
  id bigint generated always as identity not null,
  payout_id integer not null,
  purchase_order_id integer not null,
  adjustment_id integer,
  amount_cents bigint not null,
  void boolean default false not null,
  constraint payout_items_pkey PRIMARY KEY (id),
  constraint payout_items_amount CHECK (((amount_cents >= 0) OR (adjustment_id IS NOT NULL)))
);

create table payouts (
  id integer generated always as identity not null,
  payout_number text generated always as (('PAY-'::text || ((100000 + id))::text)) stored not null,
  batch_id integer,
  seller_id integer not null,
  amount_cents bigint not null,
  status text default 'draft'::text not null,
  reference text,
  paid_on date,
  void_reason text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_amount CHECK ((amount_cents > 0)),
  constraint payouts_paid CHECK (((status = 'paid'::text) = ((paid_on IS NOT NULL) AND (reference IS NOT NULL)))),
  constraint payouts_status CHECK ((status = ANY (ARRAY['draft'::text, 'paid'::text, 'void'::text])))
);

create table planned_answers (
  offer_id integer not null,
  version integer not null,
  due_at timestamp with time zone not null,
  held text,
  constraint planned_answers_pkey PRIMARY KEY (offer_id),
  constraint planned_answers_held CHECK ((held = ANY (ARRAY['stock'::text, 'daily_limit'::text, 'unpaid_orders'::text])))
);

create table price_guides (
  category text not null,
  condition text,
  deals integer not null,
  sellers integer not null,
  buyers integer not null,
  p25 integer not null,
  p50 integer not null,
  p75 integer not null,
  computed_at timestamp with time zone default now() not null,
  constraint price_guides_once UNIQUE NULLS NOT DISTINCT (category, condition)
);

create unlogged table processes (
  id uuid not null,
  kind text not null,
  host text not null,
  pid integer not null,
  version text not null,
  node text not null,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  figures jsonb default '{}'::jsonb not null,
  constraint processes_pkey PRIMARY KEY (id),
  constraint processes_kind CHECK ((kind = ANY (ARRAY['web'::text, 'worker'::text, 'all'::text])))
);

create table product_changes (
  id bigint generated always as identity not null,
  product_id integer not null,
  at timestamp with time zone default now() not null,
  user_id integer,
  source text not null,
  source_id integer,
  before jsonb not null,
  after jsonb not null,
  constraint product_changes_pkey PRIMARY KEY (id),
  constraint product_changes_source CHECK ((source = ANY (ARRAY['form'::text, 'bulk'::text, 'import'::text, 'batch'::text, 'staff'::text, 'undo'::text])))
);

create table product_tags (
  tag citext not null,
  product_id integer not null,
  "position" integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint product_tags_pkey PRIMARY KEY (tag, product_id)
);

create table product_views_daily (
  product_id integer not null,
  day date not null,
  views integer not null,
  constraint product_views_daily_pkey PRIMARY KEY (product_id, day),
  constraint product_views_daily_views CHECK ((views > 0))
) with (fillfactor=80);

create table products (
  id integer generated always as identity not null,
  seller_id integer not null,
  name text not null,
  upc text not null,
  sku text,
  asin text,
  style_number text,
  category text default 'other category'::text not null,
  description text default ''::text not null,
  photo_1 text,
  photo_2 text,
  photo_3 text,
  photo_4 text,
  photo_5 text,
  msrp_cents bigint,
  wholesale_cents bigint,
  seller_price_cents bigint,
  percent_off_msrp integer generated always as (
CASE
    WHEN ((msrp_cents > 0) AND (seller_price_cents IS NOT NULL)) THEN ((((msrp_cents - seller_price_cents) * 200) + msrp_cents) / (2 * msrp_cents))
    ELSE NULL::bigint
END) stored,
  units bigint,
  min_order_units bigint,
  gender text default 'unisex'::text not null,
  seller_size text,
  expiration_date text,
  length numeric(12,3),
  width numeric(12,3),
  height numeric(12,3),
  weight numeric(12,3),
  weight_unit text default 'lbs'::text not null,
  packaging_type text default 'retail_ready'::text not null,
  inner_count bigint,
  inner_quantity bigint,
  outer_quantity bigint,
  provisional boolean default true not null,
  provisional_errors jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  location_id integer,
  sell_by text default 'unit'::text not null,
  condition text,
  listed_at timestamp with time zone,
  search_text text,
  paused boolean default false not null,
  counted_at timestamp with time zone,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_category CHECK ((category = ANY (ARRAY['apparel'::text, 'beauty'::text, 'consumables'::text, 'footwear'::text, 'home'::text, 'pet'::text, 'toys'::text, 'other category'::text]))),
  constraint products_condition CHECK ((condition = ANY (ARRAY['new'::text, 'open_box'::text, 'shelf_pull'::text, 'returns'::text, 'refurbished'::text, 'damaged'::text, 'mixed'::text]))),
  constraint products_expiration_date CHECK ((expiration_date ~ '^(0[1-9]|1[0-2])/[0-9]{4}$'::text)),
  constraint products_gender CHECK ((gender = ANY (ARRAY['unisex'::text, 'f'::text, 'm'::text]))),
  constraint products_inners_positive CHECK (((inner_count > 0) AND (inner_quantity > 0) AND (outer_quantity > 0))),
  constraint products_live_are_complete CHECK ((provisional OR (deleted_at IS NOT NULL) OR ((photo_1 IS NOT NULL) AND (msrp_cents IS NOT NULL) AND (wholesale_cents IS NOT NULL) AND (seller_price_cents IS NOT NULL)))),
  constraint products_min_order_units CHECK (((min_order_units >= 0) AND (min_order_units <= '9000000000000000000'::bigint))),
  constraint products_name_present CHECK ((btrim(name) <> ''::text)),
  constraint products_packaging_type CHECK ((packaging_type = ANY (ARRAY['retail_ready'::text, 'ecommerce_ready'::text, 'other packaging type'::text]))),
  constraint products_price_within_msrp CHECK ((seller_price_cents <= msrp_cents)),
  constraint products_prices_positive CHECK (((msrp_cents > 0) AND (wholesale_cents > 0) AND (seller_price_cents > 0))),
  constraint products_prices_safe CHECK ((GREATEST(msrp_cents, wholesale_cents, seller_price_cents) <= ('9007199254740991'::bigint / 200))),
  constraint products_sell_by CHECK (((sell_by = 'unit'::text) OR ((sell_by = 'inner'::text) AND (inner_quantity IS NOT NULL)) OR ((sell_by = 'outer'::text) AND (outer_quantity IS NOT NULL)))),
  constraint products_sizes_positive CHECK (((length > (0)::numeric) AND (width > (0)::numeric) AND (height > (0)::numeric) AND (weight > (0)::numeric))),
  constraint products_units CHECK (((units >= 0) AND (units <= '9000000000000000000'::bigint))),
  constraint products_upc CHECK ((upc ~ '^[0-9]{8,14}$'::text)),
  constraint products_weight_unit CHECK ((weight_unit = ANY (ARRAY['lbs'::text, 'oz'::text])))
);

create table purchase_order_products (
  id integer generated always as identity not null,
  purchase_order_id integer not null,
  product_id integer not null,
  quantity bigint not null,
  unit_cents bigint not null,
  total_cents bigint not null,
  net_to_seller bigint not null,
  name text not null,
  upc text not null,
  sku text,
  image text,
  category text not null,
  msrp_cents bigint,
  condition text,
  ship_from_state text,
  search_text text,
  constraint purchase_order_products_pkey PRIMARY KEY (id),
  constraint purchase_order_products_money CHECK (((unit_cents >= 1) AND ((total_cents)::numeric = ((unit_cents)::numeric * (quantity)::numeric)) AND ((net_to_seller >= 0) AND (net_to_seller <= total_cents)))),
  constraint purchase_order_products_quantity CHECK ((quantity >= 1)),
  constraint purchase_order_products_once UNIQUE (purchase_order_id, product_id)
);

create table purchase_orders (
  id integer generated always as identity not null,
  po_number text generated always as (('PO-'::text || ((100000 + id))::text)) stored not null,
  offer_id integer not null,
  buyer_id integer not null,
  seller_id integer not null,
  status text default 'awaiting_initial_payment'::text not null,
  version integer default 1 not null,
  total_cents bigint not null,
  fee_bps integer not null,
  fee_cents bigint not null,
  total_net_to_seller bigint not null,
  total_units bigint not null,
  sku_count integer not null,
  carrier text,
  tracking_number text,
  reason text,
  confirmed_by_staff boolean default false not null,
  payment_flag text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  status_since timestamp with time zone default now() not null,
  ship_to jsonb,
  ship_from jsonb,
  shipping_terms text,
  freight_cents bigint default 0 not null,
  carrier_instructions text,
  ship_by date,
  received_at timestamp with time zone,
  receipt_due_at timestamp with time zone,
  receipt_extended boolean default false not null,
  released_at timestamp with time zone,
  shipped_units bigint default 0 not null,
  canceled_units bigint default 0 not null,
  deposits_due_at timestamp with time zone,
  committed_by integer,
  buyer_po_number text,
  constraint purchase_orders_pkey PRIMARY KEY (id),
  constraint purchase_orders_buyer_po_number CHECK (((length(buyer_po_number) >= 1) AND (length(buyer_po_number) <= 40))),
  constraint purchase_orders_fee_bps CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))),
  constraint purchase_orders_freight CHECK (((freight_cents >= 0) AND (freight_cents <= total_cents))),
  constraint purchase_orders_money CHECK (((total_cents > 0) AND (fee_cents >= 0) AND (total_net_to_seller >= 0) AND (total_cents = (fee_cents + total_net_to_seller)) AND (total_cents <= '9007199254740991'::bigint))),
  constraint purchase_orders_progress CHECK (((shipped_units >= 0) AND (canceled_units >= 0) AND ((shipped_units + canceled_units) <= total_units))),
  constraint purchase_orders_shipping_terms CHECK ((shipping_terms = ANY (ARRAY['seller_pays'::text, 'buyer_pays'::text, 'buyer_carrier'::text, 'pickup'::text]))),
  constraint purchase_orders_status CHECK ((status = ANY (ARRAY['awaiting_initial_payment'::text, 'payment_pending'::text, 'requires_payment_action'::text, 'awaiting_shipment'::text, 'shipped'::text, 'received'::text, 'paid_in_full'::text, 'completed'::text, 'canceled'::text]))),
  constraint one_order_per_offer UNIQUE (offer_id)
);

create table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table recent_views (
  buyer_id integer not null,
  product_id integer not null,
  viewed_at timestamp with time zone default now() not null,
  constraint recent_views_pkey PRIMARY KEY (buyer_id, product_id)
);

create table recovery_codes (
  user_id integer not null,
  digest bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, digest)
);

create table refunds (
  id integer generated always as identity not null,
  purchase_order_id integer not null,
  payment_intent_id text,
  idempotency_key text not null,
  provider_id text,
  amount_cents bigint not null,
  status text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  adjustment_id integer,
  failure text,
  key_number integer default 1 not null,
  reference text,
  settled_by integer,
  settled_at timestamp with time zone,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'manual'::text]))),
  constraint refunds_key UNIQUE (idempotency_key)
);

create table release_note_dismissals (
  user_id integer not null,
  release_note_id integer not null,
  at timestamp with time zone default now() not null,
  constraint release_note_dismissals_pkey PRIMARY KEY (user_id, release_note_id)
);

create table release_notes (
  id integer generated always as identity not null,
  body text not null,
  buyer boolean not null,
  seller boolean not null,
  created_at timestamp with time zone default now() not null,
  constraint release_notes_pkey PRIMARY KEY (id),
  constraint release_notes_body_present CHECK ((btrim(body) <> ''::text)),
  constraint release_notes_for_somebody CHECK ((buyer OR seller))
);

create table rule_answers (
  history_id bigint not null,
  offer_id integer not null,
  seller_id integer not null,
  buyer_id integer not null,
  outcome text not null,
  rule_ids integer[] not null,
  product_ids integer[] not null,
  label text not null,
  at timestamp with time zone default now() not null,
  constraint rule_answers_pkey PRIMARY KEY (history_id),
  constraint rule_answers_outcome CHECK ((outcome = ANY (ARRAY['accept'::text, 'counter'::text, 'reject'::text])))
);

create table sandbox_keys (
  key text not null,
  request text not null,
  status integer,
  reply jsonb,
  created_at timestamp with time zone default now() not null,
  constraint sandbox_keys_pkey PRIMARY KEY (key)
);

create table sandbox_objects (
  "position" bigint generated always as identity not null,
  id text not null,
  kind text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint sandbox_objects_pkey PRIMARY KEY (id),
  constraint sandbox_objects_kind CHECK ((kind = ANY (ARRAY['checkout.session'::text, 'payment_intent'::text, 'charge'::text, 'refund'::text, 'event'::text])))
);

create table saved_search_news (
  saved_search_id integer not null,
  product_id integer not null,
  at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint saved_search_news_pkey PRIMARY KEY (saved_search_id, product_id)
);

create table saved_search_progress (
  is_only boolean default true not null,
  snapshot pg_snapshot default pg_current_snapshot() not null,
  daily_sent_on date,
  constraint saved_search_progress_pkey PRIMARY KEY (is_only),
  constraint saved_search_progress_only CHECK (is_only)
);

create table saved_searches (
  id integer generated always as identity not null,
  buyer_id integer not null,
  name text not null,
  query jsonb not null,
  alert text default 'daily'::text not null,
  since pg_snapshot default pg_current_snapshot() not null,
  opened_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_alert CHECK ((alert = ANY (ARRAY['off'::text, 'daily'::text, 'instant'::text]))),
  constraint saved_searches_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint saved_searches_name_taken UNIQUE (buyer_id, name)
);

create table search_text_backfill (
  of text not null,
  last_id integer not null,
  after_id integer default 0 not null,
  finished_at timestamp with time zone,
  constraint search_text_backfill_pkey PRIMARY KEY (of),
  constraint search_text_backfill_of CHECK ((of = ANY (ARRAY['products'::text, 'purchase_order_products'::text])))
);

create table seller_balances (
  seller_id integer not null,
  pending_cents bigint default 0 not null,
  available_cents bigint default 0 not null,
  paid_cents bigint default 0 not null,
  constraint seller_balances_pkey PRIMARY KEY (seller_id)
) with (fillfactor=50);

create table sellers (
  id integer generated always as identity not null,
  name text not null,
  category text,
  description text default ''::text not null,
  logo text,
  banner text,
  tiktok_handle text,
  tiktok_count text,
  insta_handle text,
  instagram_count text,
  suspended_at timestamp with time zone,
  profile_complete boolean generated always as (((COALESCE(logo, ''::text) <> ''::text) AND (btrim(name) <> ''::text) AND (btrim(description) <> ''::text))) stored not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  shipping_terms text[] default '{seller_pays}'::text[] not null,
  handling_days integer default 5 not null,
  ships_to_canada boolean default false not null,
  payout_note text,
  min_order_cents bigint,
  steps_read text[] default '{}'::text[] not null,
  events_since timestamp with time zone,
  constraint sellers_pkey PRIMARY KEY (id),
  constraint sellers_description_length CHECK ((char_length(description) <= 550)),
  constraint sellers_instagram_count CHECK ((instagram_count = ANY (ARRAY['<100K'::text, '100K+'::text, '500K+'::text, '1M+'::text]))),
  constraint sellers_min_order CHECK (((min_order_cents >= 100) AND (min_order_cents <= 99999999))),
  constraint sellers_name_present CHECK ((btrim(name) <> ''::text)),
  constraint sellers_payout_note CHECK ((length(payout_note) <= 200)),
  constraint sellers_tiktok_count CHECK ((tiktok_count = ANY (ARRAY['<100K'::text, '100K+'::text, '500K+'::text, '1M+'::text])))
);

create table sessions (
  sid character varying not null,
  sess json not null,
  expire timestamp(6) without time zone not null,
  constraint sessions_pkey PRIMARY KEY (sid)
);

create table shipment_lines (
  shipment_id integer not null,
  purchase_order_product_id integer not null,
  quantity bigint not null,
  constraint shipment_lines_pkey PRIMARY KEY (shipment_id, purchase_order_product_id),
  constraint shipment_lines_quantity CHECK ((quantity >= 1))
);

create table shipment_tracking (
  shipment_id integer not null,
  "position" integer not null,
  number text not null,
  constraint shipment_tracking_pkey PRIMARY KEY (shipment_id, "position"),
  constraint shipment_tracking_once UNIQUE (shipment_id, number)
);

create table shipments (
  id integer generated always as identity not null,
  purchase_order_id integer not null,
  number integer not null,
  status text not null,
  mode text not null,
  carrier text,
  carrier_name text,
  cartons integer,
  pallets integer,
  weight_lb integer,
  shipped_at timestamp with time zone,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint shipments_pkey PRIMARY KEY (id),
  constraint shipments_counts CHECK (((cartons >= 1) AND (pallets >= 1) AND (weight_lb >= 1))),
  constraint shipments_mode CHECK ((mode = ANY (ARRAY['parcel'::text, 'ltl'::text, 'truckload'::text, 'pickup'::text]))),
  constraint shipments_status CHECK ((status = ANY (ARRAY['packed'::text, 'shipped'::text, 'canceled'::text]))),
  constraint shipments_number UNIQUE (purchase_order_id, number)
);

create table shopify_logins (
  digest bytea not null,
  user_id integer not null,
  shop text not null,
  expires_at timestamp with time zone not null,
  constraint shopify_logins_pkey PRIMARY KEY (digest)
);

create table shopify_sessions (
  seller_id integer not null,
  shop text not null,
  shop_name text not null,
  token_encrypted bytea not null,
  scope text not null,
  created_at timestamp with time zone default now() not null,
  constraint shopify_sessions_pkey PRIMARY KEY (seller_id),
  constraint shopify_sessions_shop CHECK ((shop ~ '^[a-z0-9][a-z0-9-]{0,59}[.]myshopify[.]com$'::text))
);

create table sign_ins (
  id uuid default gen_random_uuid() not null,
  user_id integer not null,
  session_key text,
  bearer_id uuid,
  method text not null,
  device text not null,
  ip inet,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint sign_ins_pkey PRIMARY KEY (id),
  constraint sign_ins_method CHECK ((method = ANY (ARRAY['password'::text, 'magic'::text, 'reset'::text, 'new_password'::text]))),
  constraint sign_ins_bearer UNIQUE (bearer_id),
  constraint sign_ins_session UNIQUE (session_key)
);

create table stock_movements (
  id bigint generated always as identity not null,
  product_id integer not null,
  units bigint not null,
  reason text not null,
  purchase_order_id integer,
  user_id integer,
  at timestamp with time zone default now() not null,
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint stock_movements_not_nothing CHECK ((units <> 0)),
  constraint stock_movements_reason CHECK ((reason = ANY (ARRAY['initial'::text, 'edit'::text, 'import'::text, 'sold'::text, 'returned'::text])))
);

create table tallies (
  what text not null,
  day date not null,
  kind text not null,
  n bigint not null,
  amount numeric not null,
  constraint tallies_pkey PRIMARY KEY (what, day, kind)
);

create table tally_changes (
  what text not null,
  day date not null,
  kind text not null,
  n integer not null,
  amount numeric not null
);

create table totp_factors (
  user_id integer not null,
  secret_encrypted bytea not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  wrong_codes integer default 0 not null,
  wrong_since timestamp with time zone,
  blocked_until timestamp with time zone,
  constraint totp_factors_pkey PRIMARY KEY (user_id)
);

create table uploads (
  key text not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  attached_at timestamp with time zone,
  constraint uploads_pkey PRIMARY KEY (key)
);

create table users (
  id integer generated always as identity not null,
  email citext not null,
  full_name text default ''::text not null,
  status text not null,
  admin boolean default false not null,
  buyer_id integer,
  seller_id integer,
  password_digest text,
  features text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  role text,
  is_primary boolean default true not null,
  order_limit_cents bigint,
  month_limit_cents bigint,
  former_email citext,
  denied_with_company boolean default false not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_features CHECK ((features <@ ARRAY['shopify'::text, 'alternate_routes'::text])),
  constraint users_key CHECK (((status <> 'key'::text) OR ((password_digest IS NULL) AND (role IS NULL) AND (NOT is_primary) AND (NOT admin)))),
  constraint users_limits CHECK (((order_limit_cents > 0) AND (month_limit_cents > 0))),
  constraint users_one_kind CHECK ((((
CASE
    WHEN admin THEN 1
    ELSE 0
END +
CASE
    WHEN (buyer_id IS NULL) THEN 0
    ELSE 1
END) +
CASE
    WHEN (seller_id IS NULL) THEN 0
    ELSE 1
END) = 1)),
  constraint users_password_when_created CHECK (((status <> ALL (ARRAY['password_created'::text, 'onboarded'::text])) OR (password_digest IS NOT NULL))),
  constraint users_primary_is_owner CHECK (((NOT is_primary) OR (role IS NULL) OR (role = 'owner'::text))),
  constraint users_role CHECK (((role IS NULL) OR ((buyer_id IS NOT NULL) AND (role = ANY (ARRAY['owner'::text, 'approver'::text, 'purchaser'::text, 'viewer'::text]))) OR ((seller_id IS NOT NULL) AND (role = ANY (ARRAY['owner'::text, 'manager'::text, 'warehouse'::text]))))),
  constraint users_status CHECK ((status = ANY (ARRAY['provisional'::text, 'denied'::text, 'approved'::text, 'password_created'::text, 'onboarded'::text, 'removed'::text, 'key'::text]))),
  constraint users_email_unique UNIQUE (email)
);

create table want_guides (
  gtin text not null,
  buyers integer not null,
  units bigint not null,
  computed_on timestamp with time zone default now() not null,
  constraint want_guides_pkey PRIMARY KEY (gtin)
);

create table want_lists (
  id integer generated always as identity not null,
  buyer_id integer not null,
  user_id integer not null,
  name text not null,
  state text default 'reading'::text not null,
  error text,
  stored_key text not null,
  alert text default 'daily'::text not null,
  ends_on date not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint want_lists_pkey PRIMARY KEY (id),
  constraint want_lists_alert CHECK ((alert = ANY (ARRAY['instant'::text, 'daily'::text, 'off'::text]))),
  constraint want_lists_error CHECK (((error IS NOT NULL) = (state = 'failed'::text))),
  constraint want_lists_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint want_lists_state CHECK ((state = ANY (ARRAY['reading'::text, 'matching'::text, 'ready'::text, 'failed'::text])))
);

create table want_news (
  want_id integer not null,
  product_id integer not null,
  at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  constraint want_news_pkey PRIMARY KEY (want_id, product_id)
);

create table want_proposals (
  want_id integer not null,
  product_id integer not null,
  rank smallint not null,
  constraint want_proposals_pkey PRIMARY KEY (want_id, product_id)
);

create table wants (
  id integer generated always as identity not null,
  want_list_id integer not null,
  buyer_id integer not null,
  line integer not null,
  upc text,
  gtin text,
  sku text,
  name text,
  words text[],
  key_word text,
  quantity bigint,
  target_cents bigint,
  ends_on date,
  status text default 'waiting'::text not null,
  unmatched boolean default true not null,
  product_id integer,
  offer_id integer,
  problems text[] default '{}'::text[] not null,
  typed jsonb,
  constraint wants_pkey PRIMARY KEY (id),
  constraint wants_complete CHECK (((quantity IS NOT NULL) OR (problems <> '{}'::text[]))),
  constraint wants_gtin CHECK ((((upc IS NULL) = (gtin IS NULL)) AND (length(gtin) = 14))),
  constraint wants_item CHECK (((num_nonnulls(gtin, sku, name) > 0) OR ('item'::text = ANY (problems)))),
  constraint wants_problems CHECK (((problems = '{}'::text[]) OR ((status = 'closed'::text) AND (NOT unmatched)))),
  constraint wants_product CHECK (((status <> 'matched'::text) OR (product_id IS NOT NULL))),
  constraint wants_quantity CHECK ((quantity > 0)),
  constraint wants_status CHECK ((status = ANY (ARRAY['waiting'::text, 'proposed'::text, 'matched'::text, 'drafted'::text, 'closed'::text]))),
  constraint wants_target CHECK ((target_cents > 0)),
  constraint wants_words CHECK (((words IS NULL) = (key_word IS NULL)))
);

create table webhook_arrivals (
  id integer generated always as identity not null,
  name text not null,
  message_id text not null,
  headers jsonb not null,
  body text not null,
  status integer not null,
  at timestamp with time zone default now() not null,
  constraint webhook_arrivals_pkey PRIMARY KEY (id)
);

create table webhook_attempts (
  id bigint generated always as identity not null,
  delivery_id integer not null,
  at timestamp with time zone default now() not null,
  status integer,
  ms integer not null,
  error text,
  excerpt text default ''::text not null,
  constraint webhook_attempts_pkey PRIMARY KEY (id)
);

create table webhook_deliveries (
  id integer generated always as identity not null,
  webhook_id integer not null,
  event_id bigint not null,
  status text default 'pending'::text not null,
  attempts integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  by_hand boolean default false not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'canceled'::text]))),
  constraint webhook_deliveries_once UNIQUE (webhook_id, event_id)
);

create table webhooks (
  id integer generated always as identity not null,
  buyer_id integer,
  seller_id integer,
  url text not null,
  types text[] default '{}'::text[] not null,
  secret_encrypted bytea not null,
  previous_secret_encrypted bytea,
  previous_until timestamp with time zone,
  enabled boolean default true not null,
  disabled_reason text,
  failing_since timestamp with time zone,
  failures integer default 0 not null,
  warned_at timestamp with time zone,
  paused_until timestamp with time zone,
  pause_seconds integer default 0 not null,
  created_by integer not null,
  created_at timestamp with time zone default now() not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_company CHECK ((num_nonnulls(buyer_id, seller_id) = 1)),
  constraint webhooks_disabled_reason CHECK (((disabled_reason IS NULL) OR ((disabled_reason = ANY (ARRAY['failing'::text, 'gone'::text])) AND (NOT enabled)))),
  constraint webhooks_previous CHECK (((previous_secret_encrypted IS NULL) = (previous_until IS NULL))),
  constraint webhooks_url CHECK ((length(url) <= 2000))
);

alter table addresses add constraint addresses_buyer_fk FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table addresses add constraint addresses_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table adjustment_lines add constraint adjustment_lines_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES adjustments(id);
alter table adjustment_lines add constraint adjustment_lines_purchase_order_product_id_fkey FOREIGN KEY (purchase_order_product_id) REFERENCES purchase_order_products(id);
alter table adjustments add constraint adjustments_claim_fk FOREIGN KEY (claim_id) REFERENCES claims(id);
alter table adjustments add constraint adjustments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table adjustments add constraint adjustments_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table answer_rules add constraint answer_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table answer_rules add constraint answer_rules_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table answer_rules add constraint answer_rules_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table api_keys add constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table api_keys add constraint api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys(id);
alter table api_keys add constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table approval_requests add constraint approval_requests_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table approval_requests add constraint approval_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table approval_requests add constraint approval_requests_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table approval_requests add constraint approval_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id);
alter table audit_log add constraint audit_log_actor_fk FOREIGN KEY (actor_id) REFERENCES users(id);
alter table bearer_tokens add constraint bearer_tokens_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table bulk_answer_rows add constraint bulk_answer_rows_bulk_answer_id_fkey FOREIGN KEY (bulk_answer_id) REFERENCES bulk_answers(id);
alter table bulk_answer_rows add constraint bulk_answer_rows_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table bulk_answer_rows add constraint bulk_answer_rows_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table bulk_answers add constraint bulk_answers_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table bulk_answers add constraint bulk_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table bulk_changed_products add constraint bulk_changed_products_change_fk FOREIGN KEY (bulk_change_id) REFERENCES bulk_changes(id) ON DELETE CASCADE;
alter table bulk_changed_products add constraint bulk_changed_products_product_fk FOREIGN KEY (product_id) REFERENCES products(id);
alter table bulk_changes add constraint bulk_changes_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table bulk_changes add constraint bulk_changes_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table claim_lines add constraint claim_lines_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id);
alter table claim_lines add constraint claim_lines_purchase_order_product_id_fkey FOREIGN KEY (purchase_order_product_id) REFERENCES purchase_order_products(id);
alter table claim_messages add constraint claim_messages_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id);
alter table claim_messages add constraint claim_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table claim_photos add constraint claim_photos_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id);
alter table claim_photos add constraint claim_photos_message_id_fkey FOREIGN KEY (message_id) REFERENCES claim_messages(id);
alter table claims add constraint claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table claims add constraint claims_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table company_events add constraint company_events_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table company_events add constraint company_events_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table consistency_findings add constraint consistency_findings_check_id_fkey FOREIGN KEY (check_id) REFERENCES consistency_checks(id) ON DELETE CASCADE;
alter table contact_requests add constraint contact_requests_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table documents add constraint documents_order_fk FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table email_notices add constraint email_notices_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table factor_resets add constraint factor_resets_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id);
alter table factor_resets add constraint factor_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table favorites add constraint favorites_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table favorites add constraint favorites_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table import_headings add constraint import_headings_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table import_issue_counts add constraint import_issue_counts_import_fk FOREIGN KEY (import_id) REFERENCES imported_csvs(id);
alter table import_issues add constraint import_issues_import_fk FOREIGN KEY (import_id) REFERENCES imported_csvs(id);
alter table import_previews add constraint import_previews_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table import_previews add constraint import_previews_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table import_reading_rows add constraint import_reading_rows_reading_fk FOREIGN KEY (reading_id) REFERENCES import_readings(id) ON DELETE CASCADE;
alter table import_readings add constraint import_readings_import_fk FOREIGN KEY (import_id) REFERENCES imported_csvs(id) ON DELETE CASCADE;
alter table import_readings add constraint import_readings_preview_fk FOREIGN KEY (preview_id) REFERENCES import_previews(id) ON DELETE CASCADE;
alter table imported_csvs add constraint imported_csvs_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table imported_csvs add constraint imported_csvs_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table imported_products add constraint imported_products_import_fk FOREIGN KEY (import_id) REFERENCES imported_csvs(id);
alter table imported_products add constraint imported_products_product_fk FOREIGN KEY (product_id) REFERENCES products(id);
alter table invitations add constraint invitations_buyer_fk FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table invitations add constraint invitations_inviter_fk FOREIGN KEY (invited_by) REFERENCES users(id);
alter table invitations add constraint invitations_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table key_refusals add constraint key_refusals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table ledger_entries add constraint ledger_entries_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table ledger_entries add constraint ledger_entries_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table ledger_entries add constraint ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id);
alter table ledger_mismatches add constraint ledger_mismatches_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table ledger_transactions add constraint ledger_transactions_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES adjustments(id);
alter table ledger_transactions add constraint ledger_transactions_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id);
alter table ledger_transactions add constraint ledger_transactions_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table ledger_transactions add constraint ledger_transactions_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table message_reads add constraint message_reads_offer_fk FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table message_reads add constraint message_reads_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table messages add constraint messages_hidden_by_fk FOREIGN KEY (hidden_by) REFERENCES users(id);
alter table messages add constraint messages_history_fk FOREIGN KEY (history_id) REFERENCES offer_history(id) ON DELETE CASCADE;
alter table messages add constraint messages_offer_fk FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table messages add constraint messages_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table notification_choices add constraint notification_choices_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table offer_history add constraint offer_history_offer_fk FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table offer_history add constraint offer_history_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table offer_products add constraint offer_products_offer_fk FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table offer_products add constraint offer_products_product_fk FOREIGN KEY (product_id) REFERENCES products(id);
alter table offer_totals add constraint offer_totals_offer_fk FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table offers add constraint offers_buyer_fk FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table offers add constraint offers_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table offers add constraint offers_ship_to_fk FOREIGN KEY (ship_to_address_id) REFERENCES addresses(id);
alter table one_time_tokens add constraint one_time_tokens_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table order_activity add constraint order_activity_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table order_activity add constraint order_activity_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table order_history add constraint order_history_order_fk FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table order_history add constraint order_history_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table order_totals add constraint order_totals_order_fk FOREIGN KEY (order_id) REFERENCES purchase_orders(id) ON DELETE CASCADE;
alter table payment_attempts add constraint payment_attempts_order_fk FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table payout_batches add constraint payout_batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table payout_items add constraint payout_items_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES adjustments(id);
alter table payout_items add constraint payout_items_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id);
alter table payout_items add constraint payout_items_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table payouts add constraint payouts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batches(id);
alter table payouts add constraint payouts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table planned_answers add constraint planned_answers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table product_changes add constraint product_changes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table product_changes add constraint product_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table product_tags add constraint product_tags_product_fk FOREIGN KEY (product_id) REFERENCES products(id);
alter table products add constraint products_location_fk FOREIGN KEY (location_id) REFERENCES addresses(id);
alter table products add constraint products_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table purchase_order_products add constraint purchase_order_products_order_fk FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table purchase_order_products add constraint purchase_order_products_product_fk FOREIGN KEY (product_id) REFERENCES products(id);
alter table purchase_orders add constraint purchase_orders_buyer_fk FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table purchase_orders add constraint purchase_orders_offer_fk FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table purchase_orders add constraint purchase_orders_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table recent_views add constraint recent_views_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table recent_views add constraint recent_views_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table refunds add constraint refunds_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES adjustments(id);
alter table refunds add constraint refunds_order_fk FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table refunds add constraint refunds_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES users(id);
alter table release_note_dismissals add constraint release_note_dismissals_note_fk FOREIGN KEY (release_note_id) REFERENCES release_notes(id) ON DELETE CASCADE;
alter table release_note_dismissals add constraint release_note_dismissals_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table rule_answers add constraint rule_answers_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table rule_answers add constraint rule_answers_history_id_fkey FOREIGN KEY (history_id) REFERENCES offer_history(id) ON DELETE CASCADE;
alter table rule_answers add constraint rule_answers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
alter table rule_answers add constraint rule_answers_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table saved_search_news add constraint saved_search_news_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table saved_search_news add constraint saved_search_news_saved_search_id_fkey FOREIGN KEY (saved_search_id) REFERENCES saved_searches(id) ON DELETE CASCADE;
alter table saved_searches add constraint saved_searches_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table seller_balances add constraint seller_balances_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table shipment_lines add constraint shipment_lines_purchase_order_product_id_fkey FOREIGN KEY (purchase_order_product_id) REFERENCES purchase_order_products(id);
alter table shipment_lines add constraint shipment_lines_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(id);
alter table shipment_tracking add constraint shipment_tracking_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(id);
alter table shipments add constraint shipments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table shipments add constraint shipments_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table shopify_logins add constraint shopify_logins_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table shopify_sessions add constraint shopify_sessions_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table sign_ins add constraint sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table stock_movements add constraint stock_movements_order_fk FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id);
alter table stock_movements add constraint stock_movements_product_fk FOREIGN KEY (product_id) REFERENCES products(id);
alter table stock_movements add constraint stock_movements_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table totp_factors add constraint totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table uploads add constraint uploads_user_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table users add constraint users_buyer_fk FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table users add constraint users_seller_fk FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table want_lists add constraint want_lists_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table want_lists add constraint want_lists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table want_news add constraint want_news_want_id_fkey FOREIGN KEY (want_id) REFERENCES wants(id) ON DELETE CASCADE;
alter table want_proposals add constraint want_proposals_want_id_fkey FOREIGN KEY (want_id) REFERENCES wants(id) ON DELETE CASCADE;
alter table wants add constraint wants_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table wants add constraint wants_want_list_id_fkey FOREIGN KEY (want_list_id) REFERENCES want_lists(id) ON DELETE CASCADE;
alter table webhook_attempts add constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES company_events(id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;
alter table webhooks add constraint webhooks_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES buyers(id);
alter table webhooks add constraint webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table webhooks add constraint webhooks_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);

create view listings_v2 as
 SELECT l.product_id,
    l.seller_id,
    l.cell,
    l.created_at,
    l.msrp_cents,
    (((COALESCE(l.condition, late.condition) * 7) + listing_region((
        CASE
            WHEN (own.country IS NULL) THEN home.country
            ELSE own.country
        END)::text, (
        CASE
            WHEN (own.country IS NULL) THEN home.region
            ELSE own.region
        END)::text)))::smallint AS kind,
    COALESCE(l.price_cents, late.price_cents) AS price_cents,
    COALESCE(l.percent_off, late.percent_off) AS percent_off
   FROM (((listings l
     LEFT JOIN LATERAL ( SELECT listing_condition(p.condition) AS condition,
            p.location_id,
            p.seller_price_cents AS price_cents,
            listing_percent(p.percent_off_msrp) AS percent_off
           FROM products p
          WHERE ((p.id = l.product_id) AND (l.price_cents IS NULL))
         OFFSET 0) late ON (true))
     LEFT JOIN LATERAL ( SELECT a.country,
            a.region
           FROM addresses a
          WHERE ((a.id = COALESCE(l.location_id, late.location_id)) AND (a.deleted_at IS NULL))
         OFFSET 0) own ON (true))
     LEFT JOIN addresses home ON (((home.seller_id = l.seller_id) AND home.is_default AND (home.deleted_at IS NULL))));

CREATE UNIQUE INDEX addresses_default_of_buyer ON public.addresses USING btree (buyer_id) WHERE (is_default AND (deleted_at IS NULL));
CREATE UNIQUE INDEX addresses_default_of_seller ON public.addresses USING btree (seller_id) WHERE (is_default AND (deleted_at IS NULL));
CREATE INDEX addresses_of_buyer ON public.addresses USING btree (buyer_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX addresses_of_seller ON public.addresses USING btree (seller_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX answer_rules_of_product ON public.answer_rules USING btree (product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX api_keys_by_creator ON public.api_keys USING btree (created_by);
CREATE INDEX api_keys_by_expiry ON public.api_keys USING btree (expires_at) WHERE ((revoked_at IS NULL) AND (replaced_by IS NULL));
CREATE INDEX api_keys_by_user ON public.api_keys USING btree (user_id);
CREATE INDEX approval_requests_by_buyer ON public.approval_requests USING btree (buyer_id, id);
CREATE INDEX approval_requests_by_offer ON public.approval_requests USING btree (offer_id);
CREATE UNIQUE INDEX approval_requests_open ON public.approval_requests USING btree (offer_id) WHERE (status = 'requested'::text);
CREATE INDEX approval_requests_waiting ON public.approval_requests USING btree (buyer_id) WHERE (status = 'requested'::text);
CREATE INDEX audit_log_by_at ON public.audit_log USING btree (at, id);
CREATE INDEX audit_log_by_buyer ON public.audit_log USING btree (buyer_id, id) WHERE (buyer_id IS NOT NULL);
CREATE INDEX audit_log_by_seller ON public.audit_log USING btree (seller_id, id) WHERE (seller_id IS NOT NULL);
CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (subject_type, subject_id, id);
CREATE INDEX bearer_tokens_by_expiry ON public.bearer_tokens USING btree (expires_at);
CREATE INDEX bearer_tokens_by_user ON public.bearer_tokens USING btree (user_id);
CREATE INDEX bulk_answer_rows_of_offer ON public.bulk_answer_rows USING btree (offer_id);
CREATE INDEX buyers_name_words ON public.buyers USING gin (name gin_trgm_ops);
CREATE INDEX cable_payloads_by_created_at ON public.cable_payloads USING btree (created_at);
CREATE INDEX claim_lines_of_claim ON public.claim_lines USING btree (claim_id, id);
CREATE INDEX claim_lines_of_order_line ON public.claim_lines USING btree (purchase_order_product_id);
CREATE INDEX claim_messages_of_claim ON public.claim_messages USING btree (claim_id, id);
CREATE INDEX claim_photos_of_claim ON public.claim_photos USING btree (claim_id, id);
CREATE INDEX claims_by_status ON public.claims USING btree (status, id DESC);
CREATE INDEX claims_of_order ON public.claims USING btree (purchase_order_id, id);
CREATE INDEX claims_to_escalate ON public.claims USING btree (answer_by) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX claims_undecided ON public.claims USING btree (purchase_order_id) WHERE (status = ANY (ARRAY['open'::text, 'in_review'::text]));
CREATE INDEX company_events_by_age ON public.company_events USING brin (at);
CREATE INDEX company_events_of_buyer ON public.company_events USING btree (buyer_id, id) WHERE (buyer_id IS NOT NULL);
CREATE INDEX company_events_of_buyer_by_xid ON public.company_events USING btree (buyer_id, xid) WHERE (buyer_id IS NOT NULL);
CREATE INDEX company_events_of_seller ON public.company_events USING btree (seller_id, id) WHERE (seller_id IS NOT NULL);
CREATE INDEX company_events_of_seller_by_xid ON public.company_events USING btree (seller_id, xid) WHERE (seller_id IS NOT NULL);
CREATE UNIQUE INDEX consistency_checks_running ON public.consistency_checks USING btree ((true)) WHERE (finished_at IS NULL);
CREATE INDEX consistency_findings_by_check ON public.consistency_findings USING btree (check_id, name);
CREATE INDEX contact_requests_by_created_at ON public.contact_requests USING btree (created_at DESC);
CREATE INDEX documents_of_order ON public.documents USING btree (purchase_order_id);
CREATE INDEX email_notices_open ON public.email_notices USING btree (user_id, id) WHERE (mail_id IS NULL);
CREATE INDEX email_notices_sent ON public.email_notices USING btree (at) WHERE (mail_id IS NOT NULL);
CREATE UNIQUE INDEX factor_resets_open ON public.factor_resets USING btree (user_id) WHERE ((canceled_at IS NULL) AND (done_at IS NULL));
CREATE INDEX favorites_of_product ON public.favorites USING btree (product_id);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX import_issues_of_import ON public.import_issues USING btree (import_id, kind, id);
CREATE INDEX import_previews_of_seller ON public.import_previews USING btree (seller_id, id DESC);
CREATE INDEX import_readings_of_import ON public.import_readings USING btree (import_id, id DESC) WHERE (import_id IS NOT NULL);
CREATE INDEX import_readings_of_preview ON public.import_readings USING btree (preview_id, id DESC) WHERE (preview_id IS NOT NULL);
CREATE INDEX imported_csvs_by_digest ON public.imported_csvs USING btree (seller_id, digest) WHERE (digest IS NOT NULL);
CREATE INDEX imported_csvs_of_seller ON public.imported_csvs USING btree (seller_id, id DESC);
CREATE INDEX imported_csvs_running ON public.imported_csvs USING btree (id) WHERE (status = ANY (ARRAY['pending'::text, 'importing'::text]));
CREATE INDEX invitations_by_expiry ON public.invitations USING btree (expires_at);
CREATE UNIQUE INDEX invitations_open_of_buyer ON public.invitations USING btree (buyer_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX invitations_open_of_seller ON public.invitations USING btree (seller_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX ledger_entries_of_order ON public.ledger_entries USING btree (purchase_order_id, account) WHERE (purchase_order_id IS NOT NULL);
CREATE INDEX ledger_entries_of_transaction ON public.ledger_entries USING btree (transaction_id);
CREATE INDEX ledger_of_order ON public.ledger_transactions USING btree (purchase_order_id);
CREATE INDEX ledger_of_seller ON public.ledger_transactions USING btree (seller_id, at DESC, id DESC) WHERE (kind <> 'released'::text);
CREATE INDEX listing_changes_by_xid ON public.listing_changes USING btree (xid);
CREATE INDEX listing_texts_by_word ON public.listing_texts USING gin (words);
CREATE INDEX listing_vocabulary_by_key ON public.listing_vocabulary USING btree (want_key(word));
CREATE INDEX listing_vocabulary_by_word ON public.listing_vocabulary USING btree (word);
CREATE INDEX listings_by_seller ON public.listings USING btree (seller_id);
CREATE INDEX mails_by_created_at ON public.mails USING btree (created_at DESC, id DESC);
CREATE INDEX mails_undelivered ON public.mails USING btree (created_at) WHERE (sent_at IS NULL);
CREATE INDEX messages_of_offer ON public.messages USING btree (offer_id, id);
CREATE INDEX messages_of_person ON public.messages USING btree (user_id, created_at) WHERE (act IS NULL);
CREATE INDEX new_listings_by_xid ON public.new_listings USING btree (xid);
CREATE INDEX offer_history_by_offer ON public.offer_history USING btree (offer_id, id);
CREATE INDEX offer_products_by_product ON public.offer_products USING btree (product_id);
CREATE INDEX offer_totals_by_buyer ON public.offer_totals USING btree (buyer_email, offer_id);
CREATE INDEX offer_totals_by_seller ON public.offer_totals USING btree (seller_email, offer_id);
CREATE INDEX offer_totals_by_skus ON public.offer_totals USING btree (sku_count, offer_id);
CREATE INDEX offer_totals_by_total ON public.offer_totals USING btree (total_cents, offer_id);
CREATE INDEX offer_totals_by_units ON public.offer_totals USING btree (total_units, offer_id);
CREATE INDEX offers_by_committer ON public.offers USING btree (committed_by) WHERE (committed_by IS NOT NULL);
CREATE INDEX offers_by_created_at ON public.offers USING btree (created_at, id);
CREATE INDEX offers_by_state ON public.offers USING btree (state, updated_at, id);
CREATE INDEX offers_ended_of_seller ON public.offers USING btree (seller_id, updated_at) WHERE (state = ANY (ARRAY['accepted'::text, 'rejected'::text]));
CREATE INDEX offers_expiring ON public.offers USING btree (expires_at) WHERE (state = ANY (ARRAY['seller_review'::text, 'buyer_review'::text]));
CREATE INDEX offers_of_buyer ON public.offers USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX offers_of_seller ON public.offers USING btree (seller_id, created_at DESC, id DESC);
CREATE INDEX offers_submitted_to_seller ON public.offers USING btree (seller_id, submitted_at) WHERE (submitted_at IS NOT NULL);
CREATE UNIQUE INDEX one_draft_per_buyer_and_seller ON public.offers USING btree (buyer_id, seller_id) WHERE (state = 'draft'::text);
CREATE UNIQUE INDEX one_saved_per_buyer_and_seller ON public.offers USING btree (buyer_id, seller_id) WHERE (state = 'saved_for_later'::text);
CREATE INDEX open_offers_of_buyer ON public.offers USING btree (buyer_id, created_at DESC, id DESC) WHERE (state <> ALL (ARRAY['accepted'::text, 'rejected'::text]));
CREATE INDEX open_offers_of_seller ON public.offers USING btree (seller_id, created_at DESC, id DESC) WHERE (state = ANY (ARRAY['seller_review'::text, 'buyer_review'::text]));
CREATE INDEX order_activity_of_order ON public.order_activity USING btree (purchase_order_id, id);
CREATE INDEX order_history_by_order ON public.order_history USING btree (purchase_order_id, id);
CREATE INDEX order_totals_by_buyer ON public.order_totals USING btree (buyer_email, order_id);
CREATE INDEX order_totals_by_fee ON public.order_totals USING btree (fee_cents, order_id);
CREATE INDEX order_totals_by_net ON public.order_totals USING btree (total_net_to_seller, order_id);
CREATE INDEX order_totals_by_seller ON public.order_totals USING btree (seller_email, order_id);
CREATE INDEX order_totals_by_skus ON public.order_totals USING btree (sku_count, order_id);
CREATE INDEX order_totals_by_total ON public.order_totals USING btree (total_cents, order_id);
CREATE INDEX order_totals_by_units ON public.order_totals USING btree (total_units, order_id);
CREATE INDEX payment_attempts_by_intent ON public.payment_attempts USING btree (payment_intent_id);
CREATE INDEX payment_events_waiting ON public.payment_events USING btree (received_at) WHERE (processed_at IS NULL);
CREATE UNIQUE INDEX payout_items_adjustment ON public.payout_items USING btree (adjustment_id) WHERE (NOT void);
CREATE INDEX payout_items_of_payout ON public.payout_items USING btree (payout_id, id);
CREATE UNIQUE INDEX payout_items_order ON public.payout_items USING btree (purchase_order_id) WHERE ((adjustment_id IS NULL) AND (NOT void));
CREATE INDEX payout_items_orders ON public.payout_items USING btree (payout_id, purchase_order_id);
CREATE INDEX payouts_by_status ON public.payouts USING btree (status, id DESC);
CREATE INDEX payouts_draft ON public.payouts USING btree (seller_id) WHERE (status = 'draft'::text);
CREATE INDEX payouts_newest ON public.payouts USING btree (((status <> 'draft'::text)), COALESCE(paid_on, ((created_at AT TIME ZONE 'utc'::text))::date) DESC, id DESC);
CREATE INDEX payouts_of_batch ON public.payouts USING btree (batch_id);
CREATE INDEX payouts_of_seller ON public.payouts USING btree (seller_id, id DESC);
CREATE INDEX product_changes_by_age ON public.product_changes USING brin (at);
CREATE INDEX product_changes_of_import ON public.product_changes USING btree (source_id, id) WHERE (source = 'import'::text);
CREATE INDEX product_changes_of_product ON public.product_changes USING btree (product_id, id);
CREATE INDEX product_tags_by_product ON public.product_tags USING btree (product_id);
CREATE INDEX product_views_daily_by_day ON public.product_views_daily USING btree (day);
CREATE INDEX products_by_name ON public.products USING btree (lower(name), id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_sku ON public.products USING btree (lower(sku)) WHERE ((deleted_at IS NULL) AND (NOT provisional) AND (sku IS NOT NULL));
CREATE INDEX products_by_upc ON public.products USING btree (lpad(upc, 14, '0'::text)) WHERE ((deleted_at IS NULL) AND (NOT provisional));
CREATE INDEX products_incomplete ON public.products USING btree (created_at, id) WHERE (provisional AND (deleted_at IS NULL));
CREATE INDEX products_of_seller ON public.products USING btree (seller_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX products_of_seller_by_id ON public.products USING btree (seller_id, id);
CREATE UNIQUE INDEX products_upc_taken ON public.products USING btree (seller_id, upc) WHERE (deleted_at IS NULL);
CREATE INDEX products_words ON public.products USING gin (name gin_trgm_ops, sku gin_trgm_ops, upc gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX purchase_order_products_by_product ON public.purchase_order_products USING btree (product_id);
CREATE INDEX open_orders_of_buyer ON public.purchase_orders USING btree (buyer_id, created_at DESC, id DESC) WHERE (status <> ALL (ARRAY['completed'::text, 'canceled'::text]));
CREATE INDEX open_orders_of_seller ON public.purchase_orders USING btree (seller_id, created_at DESC, id DESC) WHERE (status <> ALL (ARRAY['completed'::text, 'canceled'::text]));
CREATE INDEX orders_to_release_of_seller ON public.purchase_orders USING btree (seller_id, received_at) WHERE ((released_at IS NULL) AND (received_at IS NOT NULL));
CREATE INDEX purchase_orders_by_committer ON public.purchase_orders USING btree (committed_by, created_at) WHERE (committed_by IS NOT NULL);
CREATE INDEX purchase_orders_by_created_at ON public.purchase_orders USING btree (created_at, id);
CREATE INDEX purchase_orders_by_status ON public.purchase_orders USING btree (status, created_at, id);
CREATE INDEX purchase_orders_flagged ON public.purchase_orders USING btree (updated_at, id) WHERE (payment_flag IS NOT NULL);
CREATE INDEX purchase_orders_next_release ON public.purchase_orders USING btree (seller_id, received_at) WHERE ((status = 'received'::text) AND (released_at IS NULL) AND (received_at IS NOT NULL));
CREATE INDEX purchase_orders_of_buyer ON public.purchase_orders USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX purchase_orders_of_seller ON public.purchase_orders USING btree (seller_id, created_at DESC, id DESC);
CREATE INDEX purchase_orders_open ON public.purchase_orders USING btree (status, status_since, id) WHERE (status <> ALL (ARRAY['completed'::text, 'canceled'::text]));
CREATE INDEX purchase_orders_receipt_due ON public.purchase_orders USING btree (receipt_due_at, id) WHERE (status = 'shipped'::text);
CREATE INDEX purchase_orders_released ON public.purchase_orders USING btree (seller_id, id) WHERE (released_at IS NOT NULL);
CREATE INDEX purchase_orders_to_release ON public.purchase_orders USING btree (received_at, id) WHERE ((released_at IS NULL) AND (received_at IS NOT NULL));
CREATE INDEX purchase_orders_to_ship ON public.purchase_orders USING btree (ship_by, id) WHERE (status = 'awaiting_shipment'::text);
CREATE INDEX purchase_orders_traded ON public.purchase_orders USING btree (created_at) INCLUDE (seller_id, total_cents) WHERE (status <> 'canceled'::text);
CREATE INDEX rate_limits_by_expire ON public.rate_limits USING btree (expire);
CREATE INDEX recent_views_of_product ON public.recent_views USING btree (product_id);
CREATE INDEX refunds_of_order ON public.refunds USING btree (purchase_order_id);
CREATE INDEX refunds_of_payment ON public.refunds USING btree (payment_intent_id);
CREATE UNIQUE INDEX refunds_once ON public.refunds USING btree (payment_intent_id) WHERE (adjustment_id IS NULL);
CREATE UNIQUE INDEX refunds_once_per_adjustment ON public.refunds USING btree (adjustment_id);
CREATE INDEX refunds_to_settle ON public.refunds USING btree (id) WHERE (status = ANY (ARRAY['failed'::text, 'manual'::text]));
CREATE INDEX rule_answers_of_buyer ON public.rule_answers USING btree (buyer_id, at) WHERE (outcome <> 'accept'::text);
CREATE INDEX rule_answers_of_offer ON public.rule_answers USING btree (offer_id);
CREATE INDEX rule_answers_of_seller ON public.rule_answers USING btree (seller_id, at);
CREATE INDEX sandbox_keys_by_age ON public.sandbox_keys USING btree (created_at);
CREATE INDEX sandbox_objects_by_intent ON public.sandbox_objects USING btree (((data ->> 'payment_intent'::text)), kind);
CREATE INDEX sandbox_objects_by_kind ON public.sandbox_objects USING btree (kind, "position" DESC);
CREATE INDEX saved_search_news_of_product ON public.saved_search_news USING btree (product_id);
CREATE INDEX saved_search_news_unsent ON public.saved_search_news USING btree (saved_search_id) WHERE (sent_at IS NULL);
CREATE INDEX sellers_by_name ON public.sellers USING btree (lower(name), id);
CREATE INDEX sellers_by_word ON public.sellers USING gin (seller_words(name));
CREATE INDEX sellers_name_words ON public.sellers USING gin (name gin_trgm_ops);
CREATE INDEX sessions_by_expire ON public.sessions USING btree (expire);
CREATE INDEX sessions_by_user ON public.sessions USING btree ((((sess -> 'passport'::text) ->> 'user'::text)));
CREATE INDEX shopify_logins_by_expiry ON public.shopify_logins USING btree (expires_at);
CREATE INDEX sign_ins_by_last_seen ON public.sign_ins USING btree (last_seen_at);
CREATE INDEX sign_ins_open ON public.sign_ins USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX stock_movements_by_order ON public.stock_movements USING btree (purchase_order_id) WHERE (purchase_order_id IS NOT NULL);
CREATE INDEX stock_movements_by_product ON public.stock_movements USING btree (product_id, id);
CREATE INDEX uploads_unattached ON public.uploads USING btree (created_at) WHERE (attached_at IS NULL);
CREATE INDEX users_by_buyer ON public.users USING btree (buyer_id);
CREATE INDEX users_by_created_at ON public.users USING btree (created_at, id);
CREATE INDEX users_by_seller ON public.users USING btree (seller_id);
CREATE INDEX users_by_status ON public.users USING btree (status, created_at, id);
CREATE INDEX users_email_words ON public.users USING gin (((email)::text) gin_trgm_ops);
CREATE INDEX users_name_words ON public.users USING gin (full_name gin_trgm_ops);
CREATE UNIQUE INDEX users_primary_of_buyer ON public.users USING btree (buyer_id) WHERE is_primary;
CREATE UNIQUE INDEX users_primary_of_seller ON public.users USING btree (seller_id) WHERE is_primary;
CREATE INDEX want_lists_of_buyer ON public.want_lists USING btree (buyer_id, id);
CREATE INDEX want_news_unsent ON public.want_news USING btree (want_id) WHERE (sent_at IS NULL);
CREATE INDEX wants_by_gtin ON public.wants USING btree (gtin) WHERE ((gtin IS NOT NULL) AND (status = ANY (ARRAY['waiting'::text, 'proposed'::text, 'matched'::text])));
CREATE INDEX wants_by_key_word ON public.wants USING btree (key_word) WHERE ((key_word IS NOT NULL) AND (status = ANY (ARRAY['waiting'::text, 'proposed'::text])));
CREATE INDEX wants_by_sku ON public.wants USING btree (lower(sku)) WHERE ((gtin IS NULL) AND (sku IS NOT NULL) AND (status = ANY (ARRAY['waiting'::text, 'proposed'::text])));
CREATE INDEX wants_of_list ON public.wants USING btree (want_list_id, line, id);
CREATE INDEX wants_of_product ON public.wants USING btree (product_id) WHERE (status = 'matched'::text);
CREATE INDEX wants_open_of_buyer ON public.wants USING btree (buyer_id) WHERE (status = ANY (ARRAY['waiting'::text, 'proposed'::text, 'matched'::text]));
CREATE INDEX wants_unmatched ON public.wants USING btree (want_list_id, id) WHERE unmatched;
CREATE INDEX webhook_arrivals_by_name ON public.webhook_arrivals USING btree (name, id);
CREATE INDEX webhook_attempts_of_delivery ON public.webhook_attempts USING btree (delivery_id);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (webhook_id, id) WHERE (status = 'failed'::text);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_of_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (webhook_id, next_at) WHERE (status = 'pending'::text);
CREATE INDEX webhooks_of_buyer ON public.webhooks USING btree (buyer_id) WHERE (buyer_id IS NOT NULL);
CREATE INDEX webhooks_of_seller ON public.webhooks USING btree (seller_id) WHERE (seller_id IS NOT NULL);

CREATE TRIGGER listings_after_address AFTER INSERT OR DELETE OR UPDATE ON public.addresses FOR EACH ROW EXECUTE FUNCTION listings_after_address();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_sums_to_zero();
CREATE TRIGGER ledger_entries_to_balances AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_seller_balances();
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER offer_totals_after_delete AFTER DELETE ON public.offer_products FOR EACH ROW EXECUTE FUNCTION offer_totals_after_lines();
CREATE TRIGGER offer_totals_after_insert AFTER INSERT ON public.offer_products FOR EACH ROW EXECUTE FUNCTION offer_totals_after_lines();
CREATE TRIGGER offer_totals_after_update AFTER UPDATE OF offer_id, quantity, unit_price_cents ON public.offer_products FOR EACH ROW WHEN (((old.offer_id <> new.offer_id) OR (old.quantity <> new.quantity) OR (old.unit_price_cents <> new.unit_price_cents))) EXECUTE FUNCTION offer_totals_after_lines();
CREATE TRIGGER offer_totals_after_offer AFTER INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION offer_totals_after_offer();
CREATE TRIGGER offer_totals_moved AFTER UPDATE OF created_at, buyer_id, seller_id ON public.offers FOR EACH ROW WHEN (((old.created_at <> new.created_at) OR (old.buyer_id <> new.buyer_id) OR (old.seller_id <> new.seller_id))) EXECUTE FUNCTION offer_totals_after_offer();
CREATE TRIGGER tally_offers AFTER INSERT OR DELETE ON public.offers FOR EACH ROW EXECUTE FUNCTION tally_offers();
CREATE TRIGGER tally_offers_moved AFTER UPDATE OF state, submitted_at, created_at ON public.offers FOR EACH ROW WHEN (((old.state <> new.state) OR ((old.submitted_at IS NULL) <> (new.submitted_at IS NULL)) OR (old.created_at <> new.created_at))) EXECUTE FUNCTION tally_offers();
CREATE TRIGGER status_since_history AFTER INSERT OR UPDATE OF at ON public.order_history FOR EACH ROW WHEN ((new.from_status IS DISTINCT FROM new.to_status)) EXECUTE FUNCTION status_since_history();
CREATE TRIGGER listings_after_tags AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.product_tags FOR EACH STATEMENT EXECUTE FUNCTION listings_after_tags();
CREATE TRIGGER listing_texts_after_update AFTER UPDATE OF name, description, provisional, paused, deleted_at ON public.products FOR EACH ROW EXECUTE FUNCTION listing_texts_after_update();
CREATE TRIGGER listings_after_code AFTER UPDATE OF upc, sku ON public.products FOR EACH ROW WHEN (((NOT new.provisional) AND (new.deleted_at IS NULL) AND ((old.upc IS DISTINCT FROM new.upc) OR (old.sku IS DISTINCT FROM new.sku)))) EXECUTE FUNCTION listings_after_code();
CREATE TRIGGER listings_after_delete AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION listings_after_delete();
CREATE TRIGGER listings_after_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION listings_after_insert();
CREATE TRIGGER listings_after_update AFTER UPDATE ON public.products FOR EACH ROW WHEN (((old.provisional <> new.provisional) OR (old.paused <> new.paused) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) OR ((NOT new.provisional) AND (NOT new.paused) AND (new.deleted_at IS NULL) AND ((old.seller_id <> new.seller_id) OR (old.created_at <> new.created_at) OR (old.msrp_cents <> new.msrp_cents) OR (old.seller_price_cents <> new.seller_price_cents) OR ((old.condition IS DISTINCT FROM new.condition) OR (old.location_id IS DISTINCT FROM new.location_id)) OR (listing_cell(old.msrp_cents, old.seller_price_cents, old.percent_off_msrp, old.units, old.packaging_type, old.category) IS DISTINCT FROM listing_cell(new.msrp_cents, new.seller_price_cents, new.percent_off_msrp, new.units, new.packaging_type, new.category)))))) EXECUTE FUNCTION listings_after_update();
CREATE TRIGGER new_listings_after_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION new_listings_after_insert();
CREATE TRIGGER new_listings_after_update AFTER UPDATE ON public.products FOR EACH ROW WHEN (((old.provisional OR old.paused) AND (NOT new.provisional) AND (NOT new.paused) AND (old.listed_at IS NULL) AND (new.listed_at IS NOT NULL))) EXECUTE FUNCTION new_listings_after_update();
CREATE TRIGGER products_first_listed_insert BEFORE INSERT ON public.products FOR EACH ROW WHEN (((NOT new.provisional) AND (NOT new.paused) AND (new.deleted_at IS NULL) AND (new.listed_at IS NULL))) EXECUTE FUNCTION note_first_listing();
CREATE TRIGGER products_first_listed_update BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((old.provisional OR old.paused) AND (NOT new.provisional) AND (NOT new.paused) AND (new.deleted_at IS NULL) AND (new.listed_at IS NULL))) EXECUTE FUNCTION note_first_listing();
CREATE TRIGGER search_text_insert BEFORE INSERT ON public.products FOR EACH ROW EXECUTE FUNCTION note_search_text();
CREATE TRIGGER search_text_update BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((old.name <> new.name) OR (old.upc <> new.upc) OR (old.sku IS DISTINCT FROM new.sku))) EXECUTE FUNCTION note_search_text();
CREATE TRIGGER tally_products AFTER INSERT OR DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION tally_products();
CREATE TRIGGER tally_products_moved AFTER UPDATE ON public.products FOR EACH ROW WHEN (((old.provisional <> new.provisional) OR (old.created_at <> new.created_at) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)))) EXECUTE FUNCTION tally_products();
CREATE TRIGGER tally_units AFTER UPDATE OF units ON public.products FOR EACH ROW WHEN (((old.units IS DISTINCT FROM new.units) AND (old.provisional = new.provisional) AND (old.created_at = new.created_at) AND (old.deleted_at IS NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION tally_units();
CREATE TRIGGER line_category BEFORE INSERT ON public.purchase_order_products FOR EACH ROW WHEN ((new.category IS NULL)) EXECUTE FUNCTION line_category();
CREATE TRIGGER search_text_insert BEFORE INSERT ON public.purchase_order_products FOR EACH ROW EXECUTE FUNCTION note_search_text();
CREATE TRIGGER search_text_update BEFORE UPDATE ON public.purchase_order_products FOR EACH ROW WHEN (((old.name <> new.name) OR (old.upc <> new.upc) OR (old.sku IS DISTINCT FROM new.sku))) EXECUTE FUNCTION note_search_text();
CREATE TRIGGER tally_categories_after_lines AFTER INSERT ON public.purchase_order_products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION tally_categories_after_lines();
CREATE TRIGGER order_totals_after_order AFTER INSERT ON public.purchase_orders FOR EACH ROW EXECUTE FUNCTION order_totals_after_order();
CREATE TRIGGER order_totals_moved AFTER UPDATE OF created_at, total_cents, total_net_to_seller, fee_cents, total_units, sku_count, buyer_id, seller_id ON public.purchase_orders FOR EACH ROW WHEN (((old.created_at <> new.created_at) OR (old.total_cents <> new.total_cents) OR (old.total_net_to_seller <> new.total_net_to_seller) OR (old.fee_cents <> new.fee_cents) OR (old.total_units <> new.total_units) OR (old.sku_count <> new.sku_count) OR (old.buyer_id <> new.buyer_id) OR (old.seller_id <> new.seller_id))) EXECUTE FUNCTION order_totals_after_order();
CREATE TRIGGER status_since_now BEFORE UPDATE OF status ON public.purchase_orders FOR EACH ROW WHEN (((old.status <> new.status) AND (old.status_since = new.status_since))) EXECUTE FUNCTION status_since_now();
CREATE TRIGGER tally_categories_after_order AFTER UPDATE OF status, created_at ON public.purchase_orders FOR EACH ROW WHEN ((((old.status = 'canceled'::text) <> (new.status = 'canceled'::text)) OR (old.created_at <> new.created_at))) EXECUTE FUNCTION tally_categories_after_order();
CREATE TRIGGER tally_orders AFTER INSERT OR DELETE ON public.purchase_orders FOR EACH ROW EXECUTE FUNCTION tally_orders();
CREATE TRIGGER tally_orders_moved AFTER UPDATE OF status, created_at, total_cents ON public.purchase_orders FOR EACH ROW WHEN (((old.status <> new.status) OR (old.created_at <> new.created_at) OR (old.total_cents <> new.total_cents))) EXECUTE FUNCTION tally_orders();
CREATE TRIGGER listings_after_seller AFTER UPDATE ON public.sellers FOR EACH ROW WHEN (((old.profile_complete <> new.profile_complete) OR ((old.suspended_at IS NULL) <> (new.suspended_at IS NULL)))) EXECUTE FUNCTION listings_after_seller();
CREATE TRIGGER listings_after_seller_name AFTER UPDATE OF name ON public.sellers FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION listings_after_seller();
CREATE TRIGGER new_listings_after_seller AFTER UPDATE ON public.sellers FOR EACH ROW WHEN ((new.profile_complete AND (new.suspended_at IS NULL) AND ((NOT old.profile_complete) OR (old.suspended_at IS NOT NULL)))) EXECUTE FUNCTION new_listings_after_seller();
CREATE TRIGGER tally_users AFTER INSERT OR DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION tally_users();
CREATE TRIGGER tally_users_moved AFTER UPDATE ON public.users FOR EACH ROW WHEN (((tally_kind(old.admin, old.buyer_id, old.status) <> tally_kind(new.admin, new.buyer_id, new.status)) OR (old.created_at <> new.created_at))) EXECUTE FUNCTION tally_users();
CREATE TRIGGER totals_after_person AFTER INSERT ON public.users FOR EACH ROW WHEN (new.is_primary) EXECUTE FUNCTION totals_after_person();
CREATE TRIGGER totals_after_person_deleted AFTER DELETE ON public.users FOR EACH ROW WHEN (old.is_primary) EXECUTE FUNCTION totals_after_person();
CREATE TRIGGER totals_after_person_moved AFTER UPDATE OF email, buyer_id, seller_id, is_primary ON public.users FOR EACH ROW WHEN (((old.is_primary OR new.is_primary) AND (((old.email)::text <> (new.email)::text) OR (old.buyer_id IS DISTINCT FROM new.buyer_id) OR (old.seller_id IS DISTINCT FROM new.seller_id) OR (old.is_primary <> new.is_primary)))) EXECUTE FUNCTION totals_after_person();
