import type { Tx } from '../../db/transaction';
import { object } from '../contract/fields';
import { backfillNext, partOf } from '../jobs/backfill';
import { job } from '../jobs/job';
import { pruneChanges } from './bulk/undo';
import { pruneHistory } from './changes';
import { backfillSearchText } from './search-text';

export const pruneListingChanges = job('prune-listing-changes', object(), async ({ db }) => {
  await db.raw('select prune_listing_changes()');
});

/** Processes of the version before still enqueue it. */
const foldListingCounts = job('fold-listing-counts', object(), async () => undefined);

export const pruneBulkChanges = job('prune-bulk-changes', object(), async ({ db }) => {
  await pruneChanges(db);
});

export const pruneProductChanges = job('prune-product-changes', object(), ({ db }) => pruneHistory(db));

const PRODUCTS_PER_TRANSACTION = 2_000;

const FILL_LISTED_AT = `update products set listed_at = created_at
  where id = any(?) and listed_at is null and not provisional`;

async function fillListedAt(tx: Tx, after: number) {
  const ids = await tx('products')
    .where('id', '>', after)
    .where('id', '<=', tx('listed_at_backfill').select('last_id'))
    .orderBy('id')
    .limit(PRODUCTS_PER_TRANSACTION)
    .pluck('id');
  await tx.raw(FILL_LISTED_AT, [ids]);
  return partOf(ids);
}

const listedAt = {
  table: 'listed_at_backfill',
  limit: PRODUCTS_PER_TRANSACTION,
  fill: fillListedAt,
} as const;

/** Products from before the column count as listed when they were made. Goes on where it was cut off. */
export const backfillListedAt = job('backfill-listed-at', object(), async ({ transaction }) => {
  while ((await transaction((tx) => backfillNext(tx, listedAt))) === PRODUCTS_PER_TRANSACTION);
});

const LISTINGS_PER_TRANSACTION = 2_000;

// Readers find the same values without it (the view listings_v2), so nothing is logged.
const FILL_LISTINGS = `
  with part as (
    select product_id from listings where product_id > ? order by product_id limit ? for update
  ), filled as (
    update listings
       set condition = listing_condition(products.condition), location_id = products.location_id,
           price_cents = products.seller_price_cents, percent_off = listing_percent(products.percent_off_msrp)
      from products
     where products.id = listings.product_id and listings.price_cents is null
       and listings.product_id in (select product_id from part)
  )
  select count(*)::int as n, max(product_id) as last from part`;

async function fillListings(tx: Tx, after: number) {
  const bindings = [after, LISTINGS_PER_TRANSACTION];
  const { rows } = await tx.raw<{ rows: [{ n: number; last: number | null }] }>(FILL_LISTINGS, bindings);
  return rows[0];
}

const listings = { table: 'listing_backfill', limit: LISTINGS_PER_TRANSACTION, fill: fillListings } as const;

/** Listings from before the columns take condition, place, price and percentage. Goes on where it was cut off. */
export const backfillListings = job('backfill-listings', object({}), async ({ transaction }) => {
  while ((await transaction((tx) => backfillNext(tx, listings))) === LISTINGS_PER_TRANSACTION);
});

export const productJobs = [
  pruneListingChanges,
  foldListingCounts,
  pruneBulkChanges,
  pruneProductChanges,
  backfillListedAt,
  backfillListings,
  backfillSearchText,
];
