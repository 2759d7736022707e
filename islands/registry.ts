import type {
  applications,
  buyerApplication,
  sellerApplication,
} from '../server/accounts/applications/contract';
import type { acceptInvitationIsland, settingsCompany } from '../server/accounts/company/contract';
import type { authModal, magicSignInIsland, personIsland, signIn, signUp } from '../server/accounts/contract';
import type {
  createPassword,
  forgotPassword,
  resetPasswordForm,
} from '../server/accounts/passwords/contract';
import type { settingsSecurity, signInCode } from '../server/accounts/security/contract';
import type { settingsAddresses } from '../server/addresses/contract';
import type { sellerAnalytics } from '../server/analytics/contract';
import type { offerRules } from '../server/answers/offer-rules/contract';
import type { claims } from '../server/claims/contract';
import type { settingsApi, settingsWebhook } from '../server/events/webhooks/contract';
import type { importProducts } from '../server/imports/contract';
import type { auditLog } from '../server/insights/audit/contract';
import type { adminInsights } from '../server/insights/contract';
import type { stuckWork } from '../server/insights/stuck/contract';
import type { earnings } from '../server/ledger/contract';
import type { payouts } from '../server/ledger/staff/contract';
import type { contactUs, releaseNotes, releaseNotesModal } from '../server/notices/contract';
import type { settingsNotifications } from '../server/notifications/contract';
import type { cart, cartDrawer } from '../server/offers/cart/contract';
import type { myOffers } from '../server/offers/contract';
import type { myOrders, orderDetail } from '../server/orders/contract';
import type { managePurchaseOrder, managePurchaseOrders } from '../server/orders/staff/contract';
import type { alerts, components, topNav, topNavAlternate, userMenu } from '../server/pages/contract';
import type { allProducts, productDetail, sellerStorefront } from '../server/products/contract';
import type { manageProducts, productWizard } from '../server/products/manage/contract';
import type { categoryCuration, curatedSellerProducts, topSellers } from '../server/products/tags/contract';
import type { manageProfile, sellerCuration, settingsShipping } from '../server/sellers/contract';
import type { shopifyPage } from '../server/shopify/contract';
import type { favorites, savedSearches } from '../server/sourcing/contract';
import type { systemStatus } from '../server/system/contract';
import type { wantList, wantLists } from '../server/wants/contract';
import Alerts from './alerts';
import AuthModal from './auth-modal';
import CartDrawer from './cart-drawer';
import { approvalsPart } from './my-offers/approvals-part';
import ReleaseNotesModal from './release-notes-modal';
import { type LoadableIsland, late, ready } from './runtime/registry';
import TopNav from './top-nav';
import AlternateTopNav from './top-nav/alternate';
import UserMenu from './user-menu';

/** Every island by element id, which is its folder's name; those of all pages are in the page's first script. */
export const islands: readonly LoadableIsland[] = [
  ready<typeof alerts>('alerts', Alerts),
  ready<typeof userMenu>('user-menu', UserMenu),
  ready<typeof releaseNotesModal>('release-notes-modal', ReleaseNotesModal),
  ready<typeof cartDrawer>('cart-drawer', CartDrawer),
  ready<typeof authModal>('auth-modal', AuthModal),
  ready<typeof topNav>('top-nav', TopNav),
  ready<typeof topNavAlternate>('top-nav-alternate', AlternateTopNav),
  late<typeof signIn>('sign-in', () => import('./sign-in')),
  late<typeof signUp>('sign-up', () => import('./sign-up')),
  late<typeof buyerApplication>('buyer-application', () => import('./buyer-application')),
  late<typeof sellerApplication>('seller-application', () => import('./seller-application')),
  late<typeof forgotPassword>('forgot-password', () => import('./forgot-password')),
  late<typeof resetPasswordForm>('reset-password', () => import('./reset-password')),
  late<typeof createPassword>('create-password', () => import('./create-password')),
  late<typeof magicSignInIsland>('magic-sign-in', () => import('./magic-sign-in')),
  late<typeof signInCode>('sign-in-code', () => import('./sign-in-code')),
  late<typeof contactUs>('contact-us', () => import('./contact-us')),
  late<typeof allProducts>('all-products', () => import('./all-products')),
  late<typeof productDetail>('product-detail', () => import('./product-detail')),
  late<typeof sellerStorefront>('seller-storefront', () => import('./seller-storefront')),
  late<typeof savedSearches>('saved-searches', () => import('./saved-searches')),
  late<typeof wantList>('want-list', () => import('./want-list')),
  late<typeof wantLists>('want-lists', () => import('./want-lists')),
  late<typeof favorites>('favorites', () => import('./favorites')),
  late<typeof cart>('cart', () => import('./cart')),
  late<typeof myOffers>('my-offers', async (props) => {
    const [island] = await Promise.all([
      import('./my-offers'),
      (!props || props.approvals?.length) && approvalsPart.load().catch(() => null),
    ]);
    return island;
  }),
  late<typeof myOrders>('my-orders', () => import('./my-orders')),
  late<typeof orderDetail>('order-detail', () => import('./order-detail')),
  late<typeof manageProducts>('manage-products', () => import('./manage-products')),
  late<typeof earnings>('earnings', () => import('./earnings')),
  late<typeof offerRules>('offer-rules', () => import('./offer-rules')),
  late<typeof sellerAnalytics>('seller-analytics', () => import('./seller-analytics')),
  late<typeof productWizard>('product-wizard', () => import('./product-wizard')),
  late<typeof manageProfile>('manage-profile', () => import('./manage-profile')),
  late<typeof shopifyPage>('shopify', () => import('./shopify')),
  late<typeof settingsAddresses>('settings-addresses', () => import('./settings-addresses')),
  late<typeof settingsShipping>('settings-shipping', () => import('./settings-shipping')),
  late<typeof settingsCompany>('settings-company', () => import('./settings-company')),
  late<typeof acceptInvitationIsland>('accept-invitation', () => import('./accept-invitation')),
  late<typeof settingsNotifications>('settings-notifications', () => import('./settings-notifications')),
  late<typeof settingsSecurity>('settings-security', () => import('./settings-security')),
  late<typeof settingsApi>('settings-api', () => import('./settings-api')),
  late<typeof settingsWebhook>('settings-webhook', () => import('./settings-webhook')),
  late<typeof importProducts>('import-products', () => import('./import-products')),
  late<typeof adminInsights>('admin-insights', () => import('./admin-insights')),
  late<typeof auditLog>('audit-log', () => import('./audit-log')),
  late<typeof stuckWork>('stuck-work', () => import('./stuck-work')),
  late<typeof releaseNotes>('release-notes', () => import('./release-notes')),
  late<typeof sellerCuration>('seller-curation', () => import('./seller-curation')),
  late<typeof personIsland>('person', () => import('./person')),
  late<typeof topSellers>('top-sellers', () => import('./top-sellers')),
  late<typeof categoryCuration>('category-curation', () => import('./category-curation')),
  late<typeof curatedSellerProducts>('curated-seller-products', () => import('./curated-seller-products')),
  late<typeof applications>('applications', () => import('./applications')),
  late<typeof managePurchaseOrders>('manage-purchase-orders', () => import('./manage-purchase-orders')),
  late<typeof managePurchaseOrder>('manage-purchase-order', () => import('./manage-purchase-order')),
  late<typeof claims>('claims', () => import('./claims')),
  late<typeof payouts>('payouts', () => import('./payouts')),
  late<typeof systemStatus>('system-status', () => import('./system-status')),
  late<typeof components>('components', () => import('./components')),
];
