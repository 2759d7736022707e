import { object } from '../contract/fields';
import { every, job } from '../jobs/job';
import { pruneChanges } from './bulk/undo';

const pruneListingChanges = job('prune-listing-changes', object(), async ({ db }) => {
  await db.raw('select prune_listing_changes()');
});

const pruneBulkChanges = job('prune-bulk-changes', object(), async ({ db }) => {
  await pruneChanges(db);
});

export const productJobs = [pruneListingChanges, pruneBulkChanges];
export const productSchedule = [
  every('*/10 * * * *', pruneListingChanges),
  every('41 4 * * *', pruneBulkChanges),
];
