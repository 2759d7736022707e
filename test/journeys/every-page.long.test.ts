import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { seedDemo } from '../../db/seeds/demo';
import { DEMO_PASSWORD } from '../../server/accounts/demo-accounts';
import type { OrderStatus } from '../../server/orders/rules';
import { type RunningApp, startApp } from '../support/app';
import { findViolations, preloadAxe } from '../support/axe';
import { openBrowser, type TestBrowser } from '../support/browser';
import { developmentBuild } from '../support/roots';
import { waitForIdle } from '../support/wait-for-idle';

/** One scheme of what `npm run shots` looks at in both, with axe at one width. */

const WIDTHS = [390, 768, 1440];

const addresses: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(__dirname, '../shots/pages.json'), 'utf8'),
);
const people: Record<string, string | null> = {
  visitor: null,
  buyer: 'buyer@example.com',
  'second-buyer': 'buyer2@example.com',
  'no-address': 'rosa@example.com',
  seller: 'seller@example.com',
  shop: 'seller2@example.com',
  desk: 'verrowleaf@example.com',
  newcomer: 'newseller@example.com',
  pending: 'pending@example.com',
  staff: 'admin@example.com',
};

/** An order of the demo in each state of shipping, by the two who see it. */
const ORDERS: Record<string, [buyer: string, seller: string | null, condition: string]> = {
  late: ['buyer', null, "orders.status = 'awaiting_shipment'"],
  part: [
    'buyer',
    'seller',
    "exists (select from shipments where purchase_order_id = orders.id and status = 'shipped')",
  ],
  quoted: ['buyer', null, 'orders.freight_cents > 0'],
  claimed: ['buyer', null, 'exists (select from claims where purchase_order_id = orders.id)'],
  canceled: ['buyer', null, "orders.status = 'canceled'"],
  pickup: ['buyer2', 'seller2', "orders.shipping_terms = 'pickup'"],
  unaddressed: ['rosa', 'seller2', "orders.status = 'awaiting_shipment' and orders.ship_to is null"],
};

let app: RunningApp;
let browser: TestBrowser;
let subjects: Record<string, string | number>;

beforeAll(async () => {
  app = await startApp({
    root: developmentBuild(),
    rateLimits: false,
    shopify: { apiKey: 'key', apiSecret: 'secret' },
  });
  await seedDemo(app.services);
  browser = await openBrowser();
  const { db } = app.services;
  const owner = await db('users').where({ email: 'seller@example.com' }).first('id', 'seller_id');
  const ofTheirs = { seller_id: Number(owner?.seller_id), provisional: false, deleted_at: null };
  const inStock = await db('products').where(ofTheirs).where('units', '>', 0).first('id');
  const soldOut = await db('products')
    .where({ provisional: false, deleted_at: null, units: 0n })
    .first('id', 'seller_id');
  const orderIn = (status: OrderStatus, side: 'buyer' | 'seller') =>
    db('purchase_orders')
      .join('users', `users.${side}_id`, `purchase_orders.${side}_id`)
      .where('purchase_orders.status', status)
      .where('users.email', `${side}@example.com`)
      .first('purchase_orders.id')
      .then((order) => order?.id);
  const orders = await Promise.all(
    Object.entries(ORDERS).map(async ([name, [buyer, seller, condition]]) => {
      const { rows } = await db.raw<{ rows: { id: number }[] }>(
        `select orders.id from purchase_orders orders
           join users buyer on buyer.buyer_id = orders.buyer_id join users seller on seller.seller_id = orders.seller_id
          where buyer.email = ? and coalesce(seller.email = ?, true) and ${condition} order by orders.paid_at limit 1`,
        [`${buyer}@example.com`, seller && `${seller}@example.com`],
      );
      return [name, Number(rows[0]?.id)] as const;
    }),
  );
  subjects = {
    ...Object.fromEntries(orders),
    seller: Number(owner?.seller_id),
    person: Number(owner?.id),
    ownProduct: Number(inStock?.id),
    receivable: Number(await orderIn('shipped', 'buyer')),
    shippable: Number(await orderIn('awaiting_shipment', 'seller')),
    product: `${owner?.seller_id}/${inStock?.id}`,
    soldOut: `${soldOut?.seller_id}/${soldOut?.id}`,
  };
}, 120_000);

afterAll(async () => {
  await browser.close();
  await app.stop();
});

async function signedIn(email: string | null): Promise<Page> {
  const page = await browser.newPage({
    baseURL: app.origin,
    reducedMotion: 'reduce',
    expected: [/\/cable'/],
    kept: true,
  });
  await preloadAxe(page);
  if (email === null) return page;
  await page.goto('/sign_in');
  const token = await page.locator('meta[name="csrf-token"]').getAttribute('content');
  const answer = await page.request.post('/login', {
    data: { user: { email, password: DEMO_PASSWORD } },
    headers: { 'X-CSRF-Token': token ?? '', Accept: 'application/json' },
  });
  expect(answer.status()).toBe(200);
  return page;
}

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** By how much the page is wider than its window. */
const sideways = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

/** Mails have states only. */
const rolesWithPages = Object.keys(addresses).filter((role) => Object.keys(addresses[role] ?? {}).length > 0);

describe.each(rolesWithPages)('for the %s', (role) => {
  let page: Page;

  beforeAll(async () => {
    page = await signedIn(people[role] ?? null);
  });

  afterAll(() => page.context().close());

  test.each(Object.entries(addresses[role] ?? {}))(
    '%s has one heading, no axe violation and no horizontal scrolling',
    async (name, address) => {
      const path = address.replace(/\{(\w+)\}/g, (_whole, subject: string) => String(subjects[subject]));
      const answer = await page.goto(path, { waitUntil: 'load' });
      await waitForIdle(page);
      expect(answer?.status()).toBe(name === 'not-found' ? 404 : 200);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await findViolations(page, RULES)).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await sideways(page)]).toEqual([width, 0]);
      }
    },
    30_000,
  );
});
