import { object } from '../contract/fields';
import { every, type Job, job, type Scheduled } from '../jobs/job';
import { endWants, releaseWants } from './ending';
import { matchWantList } from './matching/job';

const endWantsDaily = job('end-wants', object({}), async ({ transaction }) => {
  while (await transaction(endWants));
  while (await transaction(releaseWants));
});

export const wantJobs = [matchWantList, endWantsDaily] as readonly Job[];

/** Soon after the UTC day on which they end. */
export const wantSchedule: readonly Scheduled[] = [every('20 0 * * *', endWantsDaily)];
