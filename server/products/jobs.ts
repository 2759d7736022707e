import type { Tx } from '../../db/transaction';
import { object } from '../contract/fields';
import { every, job } from '../jobs/job';
import { pruneChanges } from './bulk/undo';

const pruneListingChanges = job('prune-listing-changes', object(), async ({ db }) => {
  await db.raw('select prune_listing_changes()');
});

const pruneBulkChanges = job('prune-bulk-changes', object(), async ({ db }) => {
  await pruneChanges(db);
});

const PRODUCTS_PER_TRANSACTION = 2_000;

async function fillNextListedAt(tx: Tx): Promise<number> {
  const progress = await tx('listed_at_backfill').forUpdate().first();
  if (!progress || progress.finished_at) return 0;
  const ids = await tx('products')
    .where('id', '>', progress.after_id)
    .where('id', '<=', progress.last_id)
    .orderBy('id')
    .limit(PRODUCTS_PER_TRANSACTION)
    .pluck('id');
  await tx.raw(
    'update products set listed_at = created_at where id = any(?) and listed_at is null and not provisional',
    [ids],
  );
  await tx('listed_at_backfill').update({
    after_id: ids.at(-1) ?? progress.after_id,
    finished_at: ids.length < PRODUCTS_PER_TRANSACTION ? tx.fn.now() : null,
  });
  return ids.length;
}

/** Products from before the column count as listed when they were made. Goes on where it was cut off. */
const backfillListedAt = job('backfill-listed-at', object(), async ({ transaction }) => {
  while ((await transaction(fillNextListedAt)) === PRODUCTS_PER_TRANSACTION);
});

export const productJobs = [pruneListingChanges, pruneBulkChanges, backfillListedAt];
export const productSchedule = [
  every('*/10 * * * *', pruneListingChanges),
  every('41 4 * * *', pruneBulkChanges),
  every('* * * * *', backfillListedAt),
];
