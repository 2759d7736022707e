import { waits } from '../config/waits';
import { object } from '../contract/fields';
import { type Job, job } from '../jobs/job';
import { endWants, releaseWants } from './ending';
import { computeWantGuides } from './guides/compute';
import { matchWantList } from './matching/job';

export const endWantsDaily = job('end-wants', object({}), async ({ transaction }) => {
  while (await transaction(endWants));
  while (await transaction(releaseWants));
});

export const computeGuides = job('compute-want-guides', object({}), async ({ transaction }) => {
  await transaction(computeWantGuides);
});

/** Hourly where the desk waits shortly, and at the start, when there are none yet. */
export const refreshWantGuides = job(
  'refresh-want-guides',
  object({}),
  async ({ config, db, transaction }) => {
    if (config.waits.answers.to !== waits.short.answers.to) return;
    const fresh = await db('want_guides').whereRaw("computed_on > now() - interval '1 hour'").first('gtin');
    if (!fresh) await transaction(computeWantGuides);
  },
);

export const wantJobs = [matchWantList, endWantsDaily, computeGuides, refreshWantGuides] as readonly Job[];
