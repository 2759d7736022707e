import { drainEffects, reportEffectFailures } from '../db/transaction';
import { followProfiles } from './accounts/onboarding';
import { notifyCartsOfProducts, stopFollowingGoods } from './offers/product-changes';
import { followDenials as offersFollowDenials } from './offers/seller-denied';
import { followDenials as ordersFollowDenials } from './orders/seller-denied';
import { followHeaderBadges } from './pages/header-badges';
import { followOrders } from './payments/cancellation';
import { followApprovals } from './sellers/suspension';
import type { Services } from './services';

/** What one domain's act means to the others: the handlers of db/events, registered once per process. */
export function createFollowers({ db, log }: Services) {
  reportEffectFailures((err) => log.error({ err }, 'what was to follow a commit failed'));
  followProfiles();
  followApprovals();
  offersFollowDenials();
  ordersFollowDenials();
  followOrders();
  notifyCartsOfProducts({ db, log });
  followHeaderBadges(db);
}

/** To call before what they were given is closed. */
export async function stopFollowing() {
  await drainEffects();
  await stopFollowingGoods();
}
