import type { BrowserContext, Page } from 'playwright-core';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { counter } from '../../server/offers/negotiation';
import { linesOf } from '../../server/offers/queries';
import { openBrowser, type TestBrowser } from '../support/browser';
import { Factory } from '../support/factories';
import { productionBuild } from '../support/roots';
import { startTestServer, type TestServer } from '../support/test-server';

const LIMITED = 'Live updates are limited on this network. We check every 20 seconds.';

let server: TestServer;
let browser: TestBrowser;
let factory: Factory;
let buyer: Buyer;
let seller: Seller;

beforeAll(async () => {
  browser = await openBrowser();
  server = await startTestServer({ root: productionBuild() });
  factory = new Factory(server);
});
beforeEach(async () => {
  buyer = await factory.aBuyer();
  seller = await factory.aSeller();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

type Sockets = (page: Page) => Promise<void>;

async function buyersPage(sockets: Sockets): Promise<Page> {
  const page = await browser.newPage({ baseURL: server.origin, expected: [/WebSocket/] });
  const client = await factory.signedIn(buyer);
  const cookies = client.cookieHeader.split('; ').map((cookie) => {
    const at = cookie.indexOf('=');
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: server.origin };
  });
  await (page.context() as BrowserContext).addCookies(cookies);
  await sockets(page);
  return page;
}

/** Requests of the page that ask for changes. */
function checksOf(page: Page) {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('updated_since=')) statuses.push(response.status());
  });
  return statuses;
}

async function sellerCounters(offerId: number) {
  const lines = await linesOf(server.services.db, [offerId]);
  const prices = lines.map(({ id }) => ({ id, unit_price_cents: cents(900) }));
  await counter(server.services, offerId, seller, { prices }, server.services.config);
}

vi.setConfig({ testTimeout: 150_000 });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each<[string, Sockets]>([
  ['refuses websockets', (page) => page.routeWebSocket('**/cable', (socket) => socket.close())],
  ['swallows their messages', (page) => page.routeWebSocket('**/cable', () => undefined)],
])('on a network that %s a counter is shown within 25 s', async (_name, sockets) => {
  const offer = await factory.anOffer({ buyer, seller, state: 'seller_review' });
  const page = await buyersPage(sockets);
  const checks = checksOf(page);
  await page.goto('/my_offers');
  await page.getByText(LIMITED).waitFor({ timeout: 25_000 });
  const first = checks.length;
  await sellerCounters(offer.id);
  const counteredAt = performance.now();
  const tabs = page.getByRole('navigation', { name: 'Offers' });
  await tabs.getByRole('link', { name: 'Needs your response 1' }).waitFor({ timeout: 25_000 });
  expect(performance.now() - counteredAt).toBeLessThan(25_000);
  // Nothing has changed since.
  await pause(45_000);
  expect(checks.length - first).toBeGreaterThanOrEqual(2);
  expect(checks.length - first).toBeLessThanOrEqual(5);
  expect(checks.slice(-1)).toEqual([304]);
  await page.context().close();
});

test('a page whose socket is open asks for nothing', async () => {
  const offer = await factory.anOffer({ buyer, seller, state: 'seller_review' });
  const page = await buyersPage(async () => undefined);
  const checks = checksOf(page);
  await page.goto('/my_offers');
  await pause(30_000);
  await sellerCounters(offer.id);
  const tabs = page.getByRole('navigation', { name: 'Offers' });
  await tabs.getByRole('link', { name: 'Needs your response 1' }).waitFor({ timeout: 5_000 });
  expect(checks).toEqual([]);
  expect(await page.getByText(LIMITED).count()).toBe(0);
  await page.context().close();
});

test('the socket takes over as soon as it opens, though it was cut twice in a minute', async () => {
  const open: { close(): Promise<void> }[] = [];
  const page = await buyersPage((page) =>
    page.routeWebSocket('**/cable', (socket) => {
      socket.connectToServer();
      open.push(socket);
    }),
  );
  const checks = checksOf(page);
  await page.goto('/my_offers');
  const cut = async (count: number) => {
    while (open.length < count) await pause(20);
    // Welcomed.
    await pause(1_500);
    await open.at(-1)?.close();
  };
  await cut(1);
  await cut(2);
  await page.getByText(LIMITED).waitFor({ timeout: 5_000 });
  const first = checks.length;
  expect(first).toBeGreaterThan(0);
  await page.getByText(LIMITED).waitFor({ state: 'hidden', timeout: 40_000 });
  expect(open).toHaveLength(3);
  const checked = checks.length;
  await pause(25_000);
  expect(checks).toHaveLength(checked);
  await page.context().close();
});
