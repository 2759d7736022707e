import type { Job } from './jobs/job';
import { every, type Scheduled } from './jobs/schedule';
import { sendMail } from './mail/mail';
import { expireOffers, remindOfExpiry } from './offers/jobs';
import { followOrders } from './payments/close';
import { paymentJobs, paymentSchedule } from './payments/jobs';
import { storageJobs, storageSchedule } from './storage/jobs';

// Jobs cancel orders too.
followOrders();

/** Every job that a worker knows. */
export const jobs: readonly Job[] = [sendMail, ...storageJobs, expireOffers, remindOfExpiry, ...paymentJobs];

/** What runs when. */
export const schedule: readonly Scheduled[] = [
  ...storageSchedule,
  every('*/5 * * * *', expireOffers),
  every('0 * * * *', remindOfExpiry),
  ...paymentSchedule,
];
