import type { Page } from 'playwright-core';
import { seedDemo } from '../../db/seeds/demo';
import { DEMO_PASSWORD } from '../../server/accounts/demo-accounts';
import { type RunningApp, startApp } from '../support/app';
import { findViolations, preloadAxe } from '../support/axe';
import { openBrowser, type TestBrowser } from '../support/browser';
import { developmentBuild } from '../support/roots';
import { waitForIdle } from '../support/wait-for-idle';

/** What opens, moves or comes up over a page; the pages themselves are in every-page. */

type Act = (page: Page) => Promise<unknown>;

const press =
  (name: string | RegExp): Act =>
  (page) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first()
      .click();
const pressIn =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('dialog').getByRole('button', { name }).last().click();
const dialog: Act = (page) => page.getByRole('dialog').waitFor();
const tick =
  (name: RegExp): Act =>
  (page) =>
    page.getByRole('checkbox', { name }).first().check();
const bar: Act = (page) => page.locator('.bulk-bar').getByText('selected').waitFor();
const answerTable: Act = (page) => page.getByRole('dialog').getByRole('table').waitFor();
const userMenu: Act = (page) => page.locator('#user-menu button').first().click();
const siteMenu: Act = (page) => page.locator('.site-menu > summary').click();
const signInLink: Act = (page) => page.locator('.site-actions > .sign-in-link').click();
const firstOffer: Act = (page) => page.locator('.offer-toggle').first().click();
const messagesTab: Act = (page) => page.getByRole('tab', { name: /^Messages/ }).click();
const firstRow: Act = (page) => page.locator('tbody tr').first().click();
const firstPhoto: Act = (page) => page.locator('.gallery-main button').first().click();
const firstProduct: Act = (page) =>
  page.locator('.product-card:not(.sold-out) a[href^="/all_products/"]').first().click();

/** Holds a row over another one, as during dragging. */
const drag: Act = async (page) => {
  const rows = page.getByRole('list', { name: 'Top sellers' }).getByRole('listitem');
  await rows.nth(2).hover();
  await page.mouse.down();
  await rows.nth(0).hover();
  await page.mouse.move(300, 300, { steps: 5 });
};

const states: [who: string, state: string, path: string, ...acts: Act[]][] = [
  ['', 'sign-in dialog', '/', signInLink, dialog],
  ['', 'site menu', '/', siteMenu],
  ['buyer', 'user menu', '/all_products', userMenu],
  ['buyer', 'filters', '/all_products', press('Filters'), dialog],
  ['buyer', 'enlarged photo', '/all_products', firstProduct, firstPhoto, dialog],
  ['buyer', 'offer to reject', '/my_offers', press('Reject'), dialog],
  ['buyer', 'offer to withdraw', '/my_offers?tab=waiting', press('Withdraw Offer'), dialog],
  ['buyer', 'thread', '/my_offers', firstOffer, messagesTab],
  ['seller', 'selected products', '/dashboard?view=table', tick(/^Select [A-Z]/), bar],
  ['seller', 'price of products', '/dashboard?view=table', tick(/^Select [A-Z]/), press('Set Price'), dialog],
  [
    'seller',
    'details of products',
    '/dashboard?view=table',
    tick(/^Select [A-Z]/),
    press('Set Details'),
    dialog,
  ],
  ['seller', 'new offer rule', '/dashboard/offer_rules', press('Add Rule'), dialog],
  ['seller', 'order to ship', '/my_orders', press('Ship Order'), dialog],
  ['verrowleaf', 'selected offers', '/my_offers', tick(/^Select OF-/), bar],
  [
    'verrowleaf',
    'bulk answer',
    '/my_offers',
    tick(/^Select OF-/),
    press('Answer…'),
    dialog,
    pressIn('Preview Answers'),
    answerTable,
  ],
  ['verrowleaf', 'shortcuts', '/my_offers', press('Keyboard Shortcuts'), dialog],
  ['admin', 'selected orders', '/admin/purchase_orders', tick(/^Select PO-/), bar],
  [
    'admin',
    'orders to cancel',
    '/admin/purchase_orders',
    tick(/^Select PO-/),
    press(/^Cancel order \(/),
    dialog,
  ],
  ['admin', 'order to ship', '/admin/purchase_orders?status=awaiting_shipment', press('Ship'), dialog],
  ['admin', 'actions of an order', '/admin/purchase_orders', press(/^Actions for/)],
  ['admin', 'order panel', '/admin/purchase_orders', firstRow],
  ['admin', 'application to deny', '/admin/applications?status=provisional', press('Deny'), dialog],
  ['admin', 'seller to edit', '/admin/sellers', press(/^Edit/), dialog],
  ['admin', 'payout batch', '/admin/payouts', press('Create Payout Batch'), dialog],
  ['admin', 'filters of the audit log', '/admin/audit', press('Filters')],
  ['admin', 'curation menu', '/admin/audit', press('Curate')],
  ['admin', 'new product of a seller', '/admin/sellers/1/products', press('New Product'), dialog],
  ['admin', 'actions of a curated product', '/admin/top_sellers', press(/^Actions for/)],
  ['admin', 'dragged product', '/admin/top_sellers', drag],
];

let app: RunningApp;
let browser: TestBrowser;
const pages = new Map<string, Page>();

beforeAll(async () => {
  app = await startApp({ root: developmentBuild(), rateLimits: false });
  await seedDemo(app.services);
  await app.services.db('release_notes').delete();
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await app.stop();
});

async function pageOf(who: string): Promise<Page> {
  const known = pages.get(who);
  if (known) return known;
  const page = await browser.newPage({
    baseURL: app.origin,
    reducedMotion: 'reduce',
    expected: [/\/cable'/],
    kept: true,
  });
  pages.set(who, page);
  page.setDefaultTimeout(10_000);
  await preloadAxe(page);
  if (who === '') return page;
  await page.goto('/sign_in');
  const token = await page.locator('meta[name="csrf-token"]').getAttribute('content');
  await page.request.post('/login', {
    data: { user: { email: `${who}@example.com`, password: DEMO_PASSWORD } },
    headers: { 'X-CSRF-Token': token ?? '', Accept: 'application/json' },
  });
  return page;
}

const NARROW = new Set(['site menu', 'filters']);

test.each(states)(
  '%s: %s has no axe violation',
  async (who, state, path, ...acts) => {
    const page = await pageOf(who);
    await page.setViewportSize({ width: NARROW.has(state) ? 390 : 1440, height: 900 });
    await page.goto(path);
    await waitForIdle(page);
    for (const act of acts) await act(page);
    await waitForIdle(page);
    // Bars stand over rows: scrolled to the end, nothing is below them.
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    expect(await findViolations(page)).toEqual([]);
    await page.mouse.up();
  },
  60_000,
);
