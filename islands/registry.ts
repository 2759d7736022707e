import * as everyPage from './entries/every-page';
import { entry, type LoadableIsland } from './runtime/registry';

const onEveryPage = everyPage.islands.map(({ id }) => id);

/** Every island by element id; its code is loaded when the element is on the page. */
export const islands: readonly LoadableIsland[] = [
  ...entry(onEveryPage, () => Promise.resolve(everyPage)),
  ...entry(
    [
      'sign-in',
      'sign-up',
      'buyer-application',
      'seller-application',
      'forgot-password',
      'reset-password',
      'create-password',
      'magic-sign-in',
      'contact-us',
    ],
    () => import('./entries/visitor-forms'),
  ),
  ...entry(['all-products', 'product-detail', 'seller-storefront'], () => import('./entries/catalog')),
  ...entry(['saved-searches', 'favorites'], () => import('./entries/sourcing')),
  ...entry(['cart'], () => import('./entries/cart')),
  ...entry(['my-offers'], () => import('./entries/my-offers')),
  ...entry(['my-orders', 'order-detail'], () => import('./entries/orders')),
  ...entry(['manage-products', 'earnings', 'offer-rules'], () => import('./entries/seller-tables')),
  ...entry(['seller-analytics'], () => import('./entries/seller-analytics')),
  ...entry(['product-wizard', 'manage-profile', 'shopify'], () => import('./entries/seller-forms')),
  ...entry(
    ['settings-addresses', 'settings-shipping', 'settings-notifications'],
    () => import('./entries/settings'),
  ),
  ...entry(['import-products'], () => import('./entries/csv-import')),
  ...entry(['admin-insights', 'audit-log', 'stuck-work'], () => import('./entries/insights')),
  ...entry(
    [
      'release-notes',
      'seller-curation',
      'person',
      'top-sellers',
      'category-curation',
      'curated-seller-products',
    ],
    () => import('./entries/staff-forms'),
  ),
  ...entry(['applications'], () => import('./entries/staff')),
  ...entry(
    ['manage-purchase-orders', 'manage-purchase-order', 'claims', 'payouts', 'system-status'],
    () => import('./entries/staff-orders'),
  ),
  ...entry(['components'], () => import('./entries/components')),
];
