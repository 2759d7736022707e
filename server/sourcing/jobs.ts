import type { Tx } from '../../db/transaction';
import type { Waits } from '../config/waits';
import { MINUTE_MS } from '../contract/durations';
import { id, object, string } from '../contract/fields';
import { enqueue, type Job, job } from '../jobs/job';
import { type Alert, beginDay, buyersWithNews, dailyAlertDay, sendAlert } from './alerts';
import { buyersWithChanges, tellOfFavorites } from './favorite-changes';
import { collectNews, forgetListings } from './news';

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

const tellOfNews = job(
  'tell-buyer-of-news',
  object({
    buyer_id: id().required(),
    alert: string<Alert>().oneOf(['instant', 'daily']).required(),
  }),
  ({ transaction }, { buyer_id, alert }) => transaction((tx) => sendAlert(tx, buyer_id, alert)),
);

/** Enqueued by processes of the version before, which told of each search apart. */
const tellOfSearch = job(
  'tell-of-news',
  object({
    saved_search_id: id().required(),
    alert: string<Alert>().oneOf(['instant', 'daily']).required(),
  }),
  ({ transaction }, { saved_search_id, alert }) =>
    transaction(async (tx) => {
      const search = await tx('saved_searches').where({ id: saved_search_id }).first('buyer_id');
      if (search) await sendAlert(tx, search.buyer_id, alert);
    }),
);

/** A job for each buyer, so that one failure delays one mail. */
async function enqueueAlerts(tx: Tx, alert: Alert) {
  for (const buyer_id of await buyersWithNews(tx, alert))
    await enqueue(tx, tellOfNews, { buyer_id, alert }, { key: `tell-${alert}-news-${buyer_id}` });
}

const collectNewListings = job('collect-new-listings', object({}), async (services) => {
  await collectNews(services);
  await services.transaction((tx) => enqueueAlerts(tx, 'instant'));
});

/** In one transaction with the mark of the day, so that a day has one daily alert. */
export const sendDailyAlerts = job('send-daily-alerts', object({}), async (services) => {
  const day = dailyAlertDay(services.databaseClock.now());
  if (day === null) return;
  await collectNews(services);
  await services.transaction(async (tx) => {
    if (await beginDay(tx, day)) await enqueueAlerts(tx, 'daily');
  });
});

/** Windows can be shorter than the schedule's minute. */
const opener = (name: string, work: Job<object>, waitOf: (waits: Waits) => number) =>
  job(name, object({}), async ({ config, databaseClock, transaction }) => {
    const minute = Math.floor(databaseClock.now().getTime() / MINUTE_MS) * MINUTE_MS;
    await transaction(async (tx) => {
      for (const start of windowsFrom(minute, waitOf(config.waits)))
        await enqueue(tx, work, {}, { runAt: new Date(start), key: `${work.name}-${start}` });
    });
  });

export const openFavoriteWindows = opener(
  'open-favorite-windows',
  compareFavorites,
  (waits) => waits.favorites,
);
export const openAlertWindows = opener(
  'open-alert-windows',
  collectNewListings,
  (waits) => waits.instantAlerts,
);

export const forgetNewListings = job('forget-new-listings', object({}), async ({ db }) => {
  await forgetListings(db);
});

export const sourcingJobs = [
  openFavoriteWindows,
  compareFavorites,
  tellBuyer,
  openAlertWindows,
  collectNewListings,
  sendDailyAlerts,
  tellOfNews,
  tellOfSearch,
  forgetNewListings,
] as readonly Job[];
