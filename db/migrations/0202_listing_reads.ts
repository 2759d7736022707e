import type { Knex } from 'knex';

/** Reads listings by their keys whatever the planner expects, and packs what 0201 added into one number. */
export const up = (db: Knex) =>
  db.raw(`
    create or replace view listings_v2 as
      select l.product_id, l.seller_id, l.cell, l.created_at, l.msrp_cents,
        (coalesce(l.condition, late.condition) * 7 + listing_region(
          case when own.country is null then home.country else own.country end,
          case when own.country is null then home.region else own.region end))::smallint as kind,
        coalesce(l.price_cents, late.price_cents) as price_cents,
        coalesce(l.percent_off, late.percent_off) as percent_off
      from listings l
      -- Kept apart by their offsets: a filled listing reads no product, one without a place of its own no address for it.
      left join lateral (
        select listing_condition(p.condition) as condition, p.location_id, p.seller_price_cents as price_cents,
          listing_percent(p.percent_off_msrp) as percent_off
        from products p where p.id = l.product_id and l.price_cents is null offset 0
      ) late on true
      left join lateral (
        select a.country, a.region from addresses a
        where a.id = coalesce(l.location_id, late.location_id) and a.deleted_at is null offset 0
      ) own on true
      left join addresses home on home.seller_id = l.seller_id and home.is_default and home.deleted_at is null;

    -- Thirty bytes of a listing, the last eight of them price, kind and percentage. A cell of -1 says that it is not listed.
    create or replace function listing_bytes_v2(id integer, cell smallint, created_at timestamptz, msrp_cents bigint,
      kind smallint, price_cents bigint, percent_off smallint) returns bytea language sql immutable parallel safe as $$
      select int4send(id) || int2send(coalesce(cell, -1::smallint))
        || coalesce(timestamptz_send(created_at) || int8send(msrp_cents)
          || int8send((price_cents << 14) | (kind::bigint << 8) | (percent_off + 100)),
          '\\x000000000000000000000000000000000000000000000000'::bytea)
    $$;

    -- moved: all listings of some seller may have changed, as when an address did.
    drop function listings_since_v2(pg_snapshot);
    create function listings_since_v2(seen pg_snapshot, out snapshot pg_snapshot, out generation integer,
      out changed bytea, out retagged boolean, out moved boolean) language plpgsql stable as $$
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
    end $$;
  `);

export const down = (db: Knex) => db.raw('select 1');
