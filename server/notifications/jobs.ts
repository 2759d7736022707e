import { id, object } from '../contract/fields';
import { enqueue, type Job, job } from '../jobs/job';
import { deleteSentNotices, peopleWithNotices, sendDigest } from './digest';

const sendDailyDigest = job(
  'send-daily-digest',
  object({ user_id: id().required() }),
  async ({ transaction }, { user_id }) => {
    await transaction((tx) => sendDigest(tx, user_id));
  },
);

/** A job for each person, so that one failure delays one mail. */
export const dailyDigest = job('daily-digest', object({}), async ({ db, transaction }) => {
  const people = await peopleWithNotices(db);
  await transaction(async (tx) => {
    for (const user_id of people)
      await enqueue(tx, sendDailyDigest, { user_id }, { key: `daily-digest-${user_id}` });
  });
});

export const pruneEmailNotices = job('prune-email-notices', object({}), ({ db }) => deleteSentNotices(db));

export const notificationJobs: readonly Job[] = [dailyDigest, sendDailyDigest, pruneEmailNotices];
