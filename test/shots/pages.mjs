import { readFileSync } from 'node:fs';
import { messageStates } from './message-states.mjs';
import { moneyStates } from './money-states.mjs';
import { closeNotes } from './notes.mjs';
import { rareStates } from './rare-states.mjs';
import { states } from './states.mjs';

/** Role → email of the demo account; null: signed out. */
export const roles = {
  visitor: null,
  mails: null,
  buyer: 'buyer@example.com',
  'second-buyer': 'buyer2@example.com',
  purchaser: 'purchaser@example.com',
  viewer: 'viewer@example.com',
  'no-address': 'rosa@example.com',
  seller: 'seller@example.com',
  warehouse: 'warehouse@example.com',
  shop: 'seller2@example.com',
  desk: 'verrowleaf@example.com',
  ruled: 'hearthollow@example.com',
  newcomer: 'newseller@example.com',
  pending: 'pending@example.com',
  denied: 'denied@example.com',
  'approved-buyer': 'miguel.santos@example.com',
  'approved-seller': 'astrid.moe@example.com',
  staff: 'admin@example.com',
};

/** People without a password, who sign in by a link. */
export const withoutPassword = new Set(['approved-buyer', 'approved-seller']);

const button = (name) => (page) => page.getByRole('button', { name }).first().click({ timeout: 3_000 });
const narrow = (act) => async (page) => {
  if ((page.viewportSize()?.width ?? 0) < 960) await act(page);
};
const userMenu = (page) => page.locator('#user-menu button').first().click({ timeout: 3_000 });

const siteMenu = async (page) => {
  const menu = page.locator('.site-menu > summary');
  if (await menu.isVisible()) await menu.click({ timeout: 3_000 });
};

const opened = (name) => async (page) => {
  await page.waitForTimeout(300);
  await closeNotes(page);
  await button(name)(page);
  await page.getByRole('dialog').waitFor({ timeout: 5_000 });
};

/** Actions on a page before its screenshot. */
const acts = {
  'visitor/menu': siteMenu,
  'buyer/menu': siteMenu,
  'buyer/listing-filters': narrow(button('Filters')),
  'buyer/user-menu': userMenu,
  'seller/user-menu': userMenu,
  'shop/shopify': closeNotes,
  'ruled/offer-rule-new': opened('Add Rule'),
  'ruled/offer-rule-edit': opened(/^Edit rule for/),
  'ruled/offer-rule-delete': opened(/^Delete rule for/),
  'ruled/offer-rule-error': async (page) => {
    await opened('Add Rule')(page);
    await page.getByLabel(/^Accept at/).fill('90');
    await page.getByLabel(/^Counter at/).fill('80');
    await button('Save Rule')(page);
  },
  'buyer/order-ship-to': opened('Change ship-to address'),
  'buyer/save-search': opened('Save Search'),
  'buyer/search-opened': async (page) => {
    await page.locator('.saved-search-name a').first().click({ timeout: 3_000 });
    await page.waitForURL('**saved_search=*');
    await page.getByText('New', { exact: true }).first().waitFor({ timeout: 5_000 });
  },
  'buyer/search-rename': opened(/^Rename/),
  'buyer/search-delete': opened(/^Delete/),
  'second-buyer/order-pickup': closeNotes,
  'second-buyer/offers-ship-to': opened('Change Address'),
  'no-address/order': closeNotes,
  'no-address/order-choose': opened('Choose Address'),
  'no-address/settings': closeNotes,
  'shop/order-pickup': closeNotes,
  'shop/order-pickup-ship': opened('Mark as Picked Up'),
  'shop/order-no-address': closeNotes,
  'seller/order-ship': opened('Ship Order'),
  'seller/order-give-up': opened("Can't Fulfill This Order"),
  'seller/order-tracking': opened(/^Edit Tracking/),
  'staff/insights-rows': button('Orders'),
  'staff/orders-bulk': button('Select Page'),
  'staff/orders-dialog': button('Pay in full'),
  'staff/applications-deny': button('Deny'),
};

const addresses = JSON.parse(readFileSync(new URL('pages.json', import.meta.url), 'utf8'));

const filled = (address, subjects) => address.replace(/\{(\w+)\}/g, (_whole, subject) => subjects[subject]);

/** Role → [name, address, act]. */
export const pagesOf = (subjects) =>
  Object.fromEntries(
    Object.entries(addresses).map(([role, pages]) => [
      role,
      [
        ...Object.entries(pages).map(([name, address]) => [name, address, acts[`${role}/${name}`]]),
        ...Object.entries({
          ...states[role],
          ...moneyStates[role],
          ...messageStates[role],
          ...rareStates[role],
        }).map(([name, [address, act]]) => [name, address, act]),
      ].map(([name, address, act]) => [name, filled(address, subjects), act]),
    ]),
  );
