import type { Knex } from 'knex';

/** Counts and indexes for a search by SQL, which is gone. Only a database that was prepared for it has triggers. */
export const up = (db: Knex) =>
  db.raw(`
    drop function if exists count_listing(), count_no_listing(), count_seller() cascade;
    drop function if exists listing_count_deltas();
    drop view if exists current_count_sellers, current_count_places;
    drop table if exists listing_counts, listing_count_changes, listing_count_sellers, listing_count_places;
    drop index if exists listings_by_created_at, listings_by_msrp_cents, listings_by_price_cents,
      listings_by_percent_off, listings_by_cell;
  `);

export const down = (db: Knex) => db.raw('select 1');
