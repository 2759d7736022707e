import { sqlList } from '../../db/sql';
import { dueRows } from '../jobs/due';
import type { Job } from '../jobs/job';
import { expiryReminder } from './mailer';
import { end } from './negotiation';
import { lockOffer, SYSTEM } from './offer';
import { openStates } from './rules';

const OPEN = `state in ${sqlList(openStates)}`;

export const [expireOffers, expireOffer] = dueRows({
  name: 'expire-offers',
  each: 'expire-offer',
  table: 'offers',
  where: `${OPEN} and expires_at <= now()`,
  act: ({ transaction }, { id }) => transaction((tx) => end(tx, id, 'expire', SYSTEM)),
});

const [remindOfExpiry, remindOfOffer] = dueRows({
  name: 'remind-of-expiry',
  each: 'remind-of-offer',
  table: 'offers',
  where: `${OPEN} and expires_at between now() and now() + interval '24 hours'`,
  act: ({ transaction }, { id, isDue }) =>
    transaction(async (tx) => {
      const offer = await lockOffer(tx, id);
      if (await isDue(tx)) await expiryReminder(tx, offer);
    }),
});

export const offerJobs: readonly Job[] = [expireOffers, expireOffer, remindOfExpiry, remindOfOffer];

export { remindOfExpiry };
