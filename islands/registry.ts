import { signIn } from '../server/accounts/contract';
import { cart, cartDrawer, myOffers } from '../server/offers/contract';
import { managePurchaseOrders, myOrders } from '../server/orders/contract';
import { alerts, components, userMenu } from '../server/pages/contract';
import { type Filled, fill } from './kit/registry';

/** Every island: its element's id, and its code, loaded when the element is on the page. */
export const islands: readonly Filled[] = [
  fill(alerts, () => import('./alerts')),
  fill(userMenu, () => import('./user-menu')),
  fill(components, () => import('./components')),
  fill(signIn, () => import('./sign-in')),
  fill(cart, () => import('./cart')),
  fill(cartDrawer, () => import('./cart-drawer')),
  fill(myOffers, () => import('./my-offers')),
  fill(myOrders, () => import('./my-orders')),
  fill(managePurchaseOrders, () => import('./manage-purchase-orders')),
];
