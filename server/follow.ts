import { followProfiles } from './accounts/onboarding';
import { followDenials as offersFollowDenials } from './offers/denial';
import { followDenials as ordersFollowDenials } from './orders/denial';
import { followOrders } from './payments/close';
import { followApprovals } from './sellers/suspension';

/** What one domain's act means to the others: the handlers of db/events, registered once per process. */
export function followEvents() {
  followProfiles();
  followApprovals();
  offersFollowDenials();
  ordersFollowDenials();
  followOrders();
}
