import { id, object } from '../contract/fields';
import { enqueue, every, type Job, job, type Scheduled } from '../jobs/job';
import { buyersWithChanges, tellOfFavorites } from './watch';

const MINUTE_MS = 60_000;

const tellBuyer = job(
  'tell-of-favorites',
  object({ buyer_id: id().required() }),
  ({ transaction }, { buyer_id }) => transaction((tx) => tellOfFavorites(tx, buyer_id)),
);

/** A job for each buyer, so that one failure delays one mail. */
const compareFavorites = job('compare-favorites', object({}), async ({ db, transaction }) => {
  const buyers = await buyersWithChanges(db);
  await transaction(async (tx) => {
    for (const buyer_id of buyers)
      await enqueue(tx, tellBuyer, { buyer_id }, { key: `tell-of-favorites-${buyer_id}` });
  });
});

/** The windows that begin in the minute after `from`. */
export const windowsFrom = (from: number, wait: number): number[] => {
  const first = Math.ceil(from / wait) * wait;
  const count = Math.max(0, Math.ceil((from + MINUTE_MS - first) / wait));
  return Array.from({ length: count }, (_none, index) => first + index * wait);
};

/** Windows can be shorter than the schedule's minute. */
const openFavoriteWindows = job('open-favorite-windows', object({}), async ({ config, transaction }) => {
  const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  await transaction(async (tx) => {
    for (const start of windowsFrom(minute, config.waits.favorites))
      await enqueue(tx, compareFavorites, {}, { runAt: new Date(start), key: `compare-favorites-${start}` });
  });
});

export const sourcingJobs: readonly Job[] = [openFavoriteWindows, compareFavorites, tellBuyer];

export const sourcingSchedule: readonly Scheduled[] = [every('* * * * *', openFavoriteWindows)];
