import { object } from '../contract/fields';
import { type Job, job } from '../jobs/job';
import { KEPT_DAYS } from './rules';

const BATCH = 10_000;

export const deleteOldViews = job('delete-old-views', object({}), async ({ db }) => {
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from product_views_daily where ctid = any (array(
         select ctid from product_views_daily where day < (now() at time zone 'UTC')::date - ?::integer limit ?))`,
      [KEPT_DAYS, BATCH],
    );
    deleted = rowCount;
  }
});

export const analyticsJobs = [deleteOldViews] as Job[];
