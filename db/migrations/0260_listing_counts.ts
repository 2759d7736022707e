import type { Knex } from 'knex';

/**
 * Counts for searches by SQL. All of it is empty until `npm run search:prepare -- sql` adds the triggers and fills it.
 * Changes are appended, so that writers never block each other; a job folds them into the counts, and readers add both.
 */
export const up = (db: Knex) =>
  db.raw(`
    -- A row for each choice of steps and packaging, cumulative: what passes filters that end there. The array holds
    -- category × 56 + kind. The numbers are those of server/search/sql/cumulative.ts.
    create table listing_counts (
      steps   smallint primary key,
      counts  integer[] not null
    ) with (fillfactor = 50);

    -- Listings that came (1) or went (-1). Without a cell: all listings of the seller may count otherwise.
    create table listing_count_changes (
      seller_id    integer not null,
      location_id  integer,
      cell         smallint,
      condition    smallint,
      n            smallint not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    -- What the counts and changes take sellers and their locations for. A seller whose change is not folded yet is
    -- counted out by these, and in by the tables themselves.
    create table listing_count_sellers (
      seller_id  integer primary key,
      is_listed  boolean not null,
      region     smallint not null
    );
    create index listing_count_sellers_hidden on listing_count_sellers (seller_id) where not is_listed;
    create table listing_count_places (
      address_id  integer primary key,
      seller_id   integer not null,
      region      smallint not null
    );
    create index listing_count_places_by_seller on listing_count_places (seller_id);

    create view current_count_sellers as
      select sellers.id as seller_id, profile_complete and suspended_at is null as is_listed,
        listing_region(home.country, home.region) as region
      from sellers left join addresses home on home.seller_id = sellers.id and home.is_default and home.deleted_at is null;
    create view current_count_places as
      select id as address_id, seller_id, listing_region(country, region) as region
      from addresses where seller_id is not null and deleted_at is null;

    -- What to add to the counts. By keys, whatever the planner expects.
    create function listing_count_deltas() returns table (cell smallint, kind integer, n integer)
      language sql stable as $$
      select c.cell, c.condition * 7 + coalesce(place.region, home.region), c.n::integer
      from listing_count_changes c
        cross join lateral (select region, is_listed from listing_count_sellers s
          where s.seller_id = c.seller_id offset 0) home
        left join lateral (select region from listing_count_places p where p.address_id = c.location_id offset 0) place on true
      where c.cell is not null and home.is_listed
      union all
      select moved.cell, moved.kind, moved.n
      from (select distinct seller_id from listing_count_changes where cell is null) seller
        cross join lateral (
          select l.cell, l.condition * 7 + coalesce(place.region, home.region) as kind, -1 as n
          from listings l join listing_count_sellers home using (seller_id)
            left join listing_count_places place on place.address_id = l.location_id
          where l.seller_id = seller.seller_id and home.is_listed
          union all
          select l.cell, l.condition * 7 + coalesce(place.region, home.region), 1
          from listings l join current_count_sellers home using (seller_id)
            left join current_count_places place on place.address_id = l.location_id
          where l.seller_id = seller.seller_id and home.is_listed
          offset 0
        ) moved
    $$;

    create function count_listing() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into listing_count_changes values (old.seller_id, old.location_id, old.cell, old.condition, -1);
      end if;
      if tg_op <> 'DELETE' then
        insert into listing_count_changes values (new.seller_id, new.location_id, new.cell, new.condition, 1);
      end if;
      return null;
    end $$;

    create function count_no_listing() returns trigger language plpgsql as $$
    begin
      truncate listing_count_changes;
      update listing_counts set counts = array_fill(0, array[cardinality(counts)]);
      return null;
    end $$;

    -- Its argument is the column of the seller's id.
    create function count_seller() returns trigger language plpgsql as $$
    begin
      insert into listing_count_changes (seller_id, n) values ((to_jsonb(new) ->> tg_argv[0])::integer, 0);
      return null;
    end $$;
  `);

export const down = (db: Knex) => db.raw('select 1');
