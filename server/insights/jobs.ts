import { object } from '../contract/fields';
import { job } from '../jobs/job';
import { every } from '../jobs/schedule';

/** Adds what has happened to the sums, so that reading both stays quick. */
export const foldTallies = job('fold-tallies', object(), async ({ db }) => {
  await db.raw('select fold_tallies()');
});

export const insightsJobs = [foldTallies];
export const insightsSchedule = [every('* * * * *', foldTallies)];
