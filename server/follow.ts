import { effectsEnded, reportEffectFailures } from '../db/transaction';
import { followProfiles } from './accounts/onboarding';
import { followDenials as offersFollowDenials } from './offers/denial';
import { followGoods, stopFollowingGoods } from './offers/goods';
import { followDenials as ordersFollowDenials } from './orders/denial';
import { liveHeader } from './pages/header-stream';
import { followOrders } from './payments/close';
import { followApprovals } from './sellers/suspension';
import type { Services } from './services';

/** What one domain's act means to the others: the handlers of db/events, registered once per process. */
export function followEvents({ db, log }: Services) {
  reportEffectFailures((err) => log.error({ err }, 'what was to follow a commit failed'));
  followProfiles();
  followApprovals();
  offersFollowDenials();
  ordersFollowDenials();
  followOrders();
  followGoods({ db, log });
  liveHeader(db);
}

/** To call before what they were given is closed. */
export async function stopFollowing() {
  await effectsEnded();
  await stopFollowingGoods();
}
