import type { Job } from './jobs/job';
import { every, type Scheduled } from './jobs/schedule';
import { sendMail } from './mail/mail';
import { expireOffers, remindOfExpiry } from './offers/jobs';

/** Every job that a worker knows. */
export const jobs: readonly Job[] = [sendMail as Job, expireOffers as Job, remindOfExpiry as Job];

/** What runs when. */
export const schedule: readonly Scheduled[] = [
  every('*/5 * * * *', expireOffers),
  every('0 * * * *', remindOfExpiry),
];
