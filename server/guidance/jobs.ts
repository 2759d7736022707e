import { waits } from '../config/waits';
import { object } from '../contract/fields';
import { type Job, job } from '../jobs/job';
import { backfillOrderLines } from '../orders/lines/backfill';
import { computeGuides } from './guides';

export const writeGuides = job('write-price-guides', object({}), ({ transaction }) =>
  transaction(computeGuides),
);

/** Hourly where the desk waits shortly, and at the start, when there are no guides yet. */
export const refreshGuides = job('refresh-price-guides', object({}), async ({ db, config, transaction }) => {
  if (config.waits.answers.to !== waits.short.answers.to) return;
  const fresh = await db('price_guides')
    .whereRaw("computed_at > now() - interval '1 hour'")
    .first('category');
  if (!fresh) await transaction(computeGuides);
});

export const guidanceJobs = [writeGuides, refreshGuides, backfillOrderLines] as Job[];
