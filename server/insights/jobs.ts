import { object } from '../contract/fields';
import { job } from '../jobs/job';

/** Folds recent changes into the daily tallies, which keeps reads fast. */
export const foldTallies = job('fold-tallies', object(), async ({ db }) => {
  await db.raw('select fold_tallies()');
});

export const insightsJobs = [foldTallies];
