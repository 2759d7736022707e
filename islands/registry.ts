import { applications, buyerApplication, sellerApplication } from '../server/accounts/applications/contract';
import { authModal, magicSignInSpot, signIn, signUp } from '../server/accounts/contract';
import { createPassword, forgotPassword, resetPasswordForm } from '../server/accounts/passwords/contract';
import { personSpot } from '../server/accounts/person-contract';
import { importProducts } from '../server/imports/contract';
import { auditLog } from '../server/insights/audit-contract';
import { adminInsights } from '../server/insights/counts-contract';
import { stuckWork } from '../server/insights/stuck-contract';
import { contactUs, releaseNotes, releaseNotesModal } from '../server/notices/contract';
import { cart, cartDrawer, myOffers } from '../server/offers/contract';
import { myOrders } from '../server/orders/contract';
import { managePurchaseOrders } from '../server/orders/staff-contract';
import { alerts, components, topNav, topNavAlternate, userMenu } from '../server/pages/contract';
import { allProducts, productDetail, sellerStorefront } from '../server/products/contract';
import { manageProducts, productWizard } from '../server/products/manage/dashboard-contract';
import { categoryCuration, curatedSellerProducts, topSellers } from '../server/products/tags/contract';
import { sellerCuration } from '../server/sellers/curation-contract';
import { manageProfile } from '../server/sellers/dashboard-contract';
import { shopifyPage } from '../server/shopify/contract';
import { type Filled, fill } from './runtime/registry';

/** Every island by element id; its code is loaded when the element is on the page. */
export const islands: readonly Filled[] = [
  fill(alerts, () => import('./alerts')),
  fill(userMenu, () => import('./user-menu')),
  fill(topNav, () => import('./top-nav')),
  fill(topNavAlternate, () => import('./top-nav/alternate')),
  fill(components, () => import('./components')),
  fill(signIn, () => import('./sign-in')),
  fill(signUp, () => import('./sign-up')),
  fill(authModal, () => import('./auth-modal')),
  fill(buyerApplication, () => import('./buyer-application')),
  fill(sellerApplication, () => import('./seller-application')),
  fill(forgotPassword, () => import('./forgot-password')),
  fill(resetPasswordForm, () => import('./reset-password')),
  fill(createPassword, () => import('./create-password')),
  fill(magicSignInSpot, () => import('./magic-sign-in')),
  fill(applications, () => import('./applications')),
  fill(personSpot, () => import('./person')),
  fill(contactUs, () => import('./contact-us')),
  fill(releaseNotesModal, () => import('./release-notes-modal')),
  fill(releaseNotes, () => import('./release-notes')),
  fill(allProducts, () => import('./all-products')),
  fill(productDetail, () => import('./product-detail')),
  fill(sellerStorefront, () => import('./seller-storefront')),
  fill(cart, () => import('./cart')),
  fill(cartDrawer, () => import('./cart-drawer')),
  fill(myOffers, () => import('./my-offers')),
  fill(myOrders, () => import('./my-orders')),
  fill(topSellers, () => import('./top-sellers')),
  fill(categoryCuration, () => import('./category-curation')),
  fill(sellerCuration, () => import('./seller-curation')),
  fill(curatedSellerProducts, () => import('./curated-seller-products')),
  fill(adminInsights, () => import('./admin-insights')),
  fill(auditLog, () => import('./audit-log')),
  fill(stuckWork, () => import('./stuck-work')),
  fill(managePurchaseOrders, () => import('./manage-purchase-orders')),
  fill(manageProducts, () => import('./manage-products')),
  fill(productWizard, () => import('./product-wizard')),
  fill(manageProfile, () => import('./manage-profile')),
  fill(importProducts, () => import('./import-products')),
  fill(shopifyPage, () => import('./shopify')),
];
