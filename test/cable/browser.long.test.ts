import type { BrowserContext, Page } from 'playwright-core';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { counter } from '../../server/offers/negotiation';
import { linesOf } from '../../server/offers/queries';
import { openBrowser, type TestBrowser } from '../support/browser';
import { Factory } from '../support/factories';
import { type Line, startProxy } from '../support/proxy';
import { productionBuild } from '../support/roots';
import { startTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let line: Line;
let browser: TestBrowser;
let factory: Factory;
let buyer: Buyer;
let seller: Seller;
const pages: Page[] = [];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  server = await startTestServer({ root: productionBuild() });
  const { hostname, port } = new URL(server.origin);
  line = await startProxy({ host: hostname, port: Number(port) });
  factory = new Factory(server);
  buyer = await factory.aBuyer();
  seller = await factory.aSeller();
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()));
  await line.stop();
  await server.close();
});

/** The buyer's browser, behind a proxy that can be interrupted. */
async function buyersPage(expected: readonly RegExp[] = []): Promise<Page> {
  const origin = `http://127.0.0.1:${line.port}`;
  const page = await browser.newPage({ baseURL: origin, expected });
  pages.push(page);
  const client = await factory.signedIn(buyer);
  const cookies = client.cookieHeader.split('; ').map((cookie) => {
    const at = cookie.indexOf('=');
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin };
  });
  await (page.context() as BrowserContext).addCookies(cookies);
  return page;
}

/** Requests and sockets of the page. */
function watched(page: Page) {
  const seen = { fetches: 0, sockets: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/offers') seen.fetches++;
  });
  page.on('websocket', () => seen.sockets++);
  return seen;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(test: () => boolean | Promise<boolean>) {
  while (!(await test())) await pause(20);
}

/** Waits until no request is pending. */
async function quiet(seen: { fetches: number }) {
  for (let before = -1; before !== seen.fetches; ) {
    before = seen.fetches;
    await pause(700);
  }
}

/** Navigates by Turbo, within the same document. */
const visit = async (page: Page, path: string) => {
  const loaded = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('turbo:load', resolve, { once: true })),
  );
  await page.evaluate((to) => {
    (window as unknown as { Turbo: { visit(to: string): void } }).Turbo.visit(to);
  }, path);
  await loaded;
};

async function sellerCounters(offerId: number, price: number) {
  const lines = await linesOf(server.services.db, [offerId]);
  const prices = lines.map(({ id }) => ({ id, unit_price_cents: cents(price) }));
  await counter(server.services, offerId, seller, { prices }, server.services.config);
}

const tabOf = (page: Page, label: string, count: number) =>
  page.getByRole('navigation', { name: 'Offers' }).getByRole('link', { name: `${label} ${count}` });

test('one event is one fetch and one socket, however often one has navigated; the header follows', async () => {
  const offers = [];
  for (let n = 0; n < 2; n++) offers.push(await factory.anOffer({ buyer, seller, state: 'seller_review' }));
  const page = await buyersPage();
  const seen = watched(page);
  await page.goto('/my_offers');
  await until(() => seen.sockets > 0);
  for (const path of ['/my_orders', '/my_offers', '/cart', '/my_offers']) await visit(page, path);
  await quiet(seen);

  const before = seen.fetches;
  await sellerCounters(offers[0]?.id ?? 0, 900);
  await tabOf(page, 'Needs your response', 1).waitFor();
  await page.locator('[data-badge="offers"]:not([hidden])').first().waitFor({ state: 'attached' });
  await quiet(seen);
  expect(seen.fetches - before).toBe(1);
  expect(seen.sockets).toBe(1);
});

test('a hundred changes while the line is cut: a quiet sign, then within a second of the return the page is right', async () => {
  const offers = [];
  for (let n = 0; n < 100; n++) offers.push(await factory.anOffer({ buyer, seller, state: 'seller_review' }));
  const page = await buyersPage([/WebSocket connection to .* failed|ERR_/]);
  const seen = watched(page);
  await page.goto('/my_offers');
  await tabOf(page, 'Waiting', 100).waitFor();
  await until(() => seen.sockets > 0);
  await quiet(seen);

  line.unplug();
  for (const { id } of offers) await sellerCounters(id, 900);
  await page.getByText('Live updates paused').waitFor();
  expect(await tabOf(page, 'Waiting', 100).isVisible()).toBe(true);

  const welcomed = new Promise<number>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('welcome')) resolve(performance.now());
      }),
    );
  });
  line.plugIn();
  const back = await welcomed;
  await tabOf(page, 'Needs your response', 100).waitFor();
  expect(performance.now() - back).toBeLessThan(1_000);
  await until(async () => !(await page.getByText('Live updates paused').isVisible()));
});

test("the header's badges catch up after a cut too short to be noticed, and leave nothing unsubscribed on the way", async () => {
  const offer = await factory.anOffer({ buyer, seller, state: 'seller_review' });
  const page = await buyersPage([/WebSocket connection to .* failed|ERR_/]);
  const sent: string[] = [];
  let welcomes = 0;
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('welcome')) welcomes++;
    });
  });
  await page.goto('/my_orders');
  await until(() => sent.some((text) => text.includes('Turbo::StreamsChannel')));
  for (const path of ['/my_offers', '/cart', '/my_orders']) await visit(page, path);
  expect(sent.filter((text) => text.includes('"unsubscribe"') && text.includes('Turbo'))).toEqual([]);
  const badge = page.locator('[data-badge="offers"]').first();
  expect(await badge.getAttribute('hidden')).not.toBeNull();
  line.unplug();
  await sellerCounters(offer.id, 900);
  line.plugIn();
  await until(() => welcomes === 2);
  await page.locator('[data-badge="offers"]:not([hidden])').first().waitFor({ state: 'attached' });
});

test('a revoked session ends the socket; the page shows it and stops polling', async () => {
  const page = await buyersPage([/401|WebSocket/]);
  const seen = watched(page);
  await page.goto('/my_offers');
  await until(() => seen.sockets > 0);
  await quiet(seen);
  const { endSessions } = await import('../../server/accounts/sessions/session');
  await factory.transaction((tx) => endSessions(tx, buyer.id));
  await page.getByText('Live updates are off.').waitFor();
  await quiet(seen);
  const { sockets } = seen;
  await pause(3_000);
  expect(seen.sockets).toBe(sockets);
});
