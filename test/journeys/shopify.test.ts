import { createHmac } from 'node:crypto';
import { findViolations } from '../support/axe';
import { openBrowser, type TestBrowser } from '../support/browser';
import { Factory } from '../support/factories';
import { startTestServer, type TestServer } from '../support/test-server';
import { live, openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SECRET = 'the secret of the tests';
const outside = globalThis.fetch;

/** A Shopify with one store and one code. */
async function standIn(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(String(input instanceof Request ? input.url : input));
  if (!url.hostname.endsWith('.myshopify.com')) return outside(input, init);
  if (url.hostname !== 'oak-and-co.myshopify.com') return new Response('', { status: 404 });
  if (url.pathname === '/admin/oauth/access_token')
    return Response.json({ access_token: 'shpat_of_the_tests', scope: 'read_products' });
  return url.pathname.endsWith('/shop.json')
    ? Response.json({ shop: { name: 'Oak & Co' } })
    : new Response('');
}

/** What the owner's browser is sent back with, signed as Shopify signs. */
function agreed(address: string, secret = SECRET): string {
  const { searchParams } = new URL(address);
  const parameters = {
    code: 'good',
    shop: 'oak-and-co.myshopify.com',
    state: searchParams.get('state') ?? '',
    timestamp: '1764000000',
  };
  const message = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const hmac = createHmac('sha256', secret).update(message).digest('hex');
  return `${searchParams.get('redirect_uri')}?${new URLSearchParams({ ...parameters, hmac })}`;
}

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  globalThis.fetch = standIn as typeof fetch;
  [server, browser] = await Promise.all([
    startTestServer({ shopify: { apiKey: 'key', apiSecret: SECRET } }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  globalThis.fetch = outside;
  await browser.close();
  await server.close();
});

test('a store is connected by its owner’s word at Shopify, visited, and disconnected', async () => {
  const factory = new Factory(server);
  const seller = await factory.aSeller({ features: ['shopify'] });
  const page = await openSignedIn(browser, factory, seller);
  let secret = 'somebody else’s';
  await page.route('https://oak-and-co.myshopify.com/admin/oauth/authorize**', (route) =>
    route.fulfill({ status: 302, headers: { Location: agreed(route.request().url(), secret) } }),
  );
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Connect Shopify' }).click();
  await page.waitForURL('**/dashboard/shopify');
  const connect = page.getByRole('button', { name: 'Connect Store', exact: true });
  await connect.click();
  await page.getByText('Required', { exact: true }).waitFor();
  await page.getByLabel('Shop name').fill('nobody-there');
  await connect.click();
  await page.getByText('We couldn’t find that Shopify store.').waitFor();

  // What Shopify has not signed is not believed.
  await page.getByLabel('Shop name').fill('oak-and-co');
  await connect.click();
  await page.waitForURL('**/dashboard/shopify?failed=true');
  await page.getByText('The store was not connected').waitFor();
  expect(await factory.db('shopify_sessions').where({ seller_id: seller.seller_id })).toEqual([]);

  secret = SECRET;
  await page.getByLabel('Shop name').fill('oak-and-co');
  await connect.click();
  await page.getByRole('heading', { name: 'Oak & Co is connected' }).waitFor();
  const store = page.getByRole('link', { name: 'Go to my store' });
  expect(await store.getAttribute('href')).toBe('https://oak-and-co.myshopify.com');
  expect(await store.getAttribute('target')).toBe('_blank');
  await page.getByRole('link', { name: 'My Shopify' }).waitFor();

  await page.getByRole('button', { name: 'Disconnect' }).click();
  const sure = page.getByRole('dialog', { name: 'Disconnect Oak & Co?' });
  await page.keyboard.press('Escape');
  await sure.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await sure.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByLabel('Shop name').waitFor();
  await page.getByRole('link', { name: 'Connect Shopify' }).waitFor();
  expect(await factory.db('shopify_sessions').where({ seller_id: seller.seller_id })).toEqual([]);
});

test('with a store the last tabs are in a menu, and the current one always stands in the row', async () => {
  const factory = new Factory(server);
  const seller = await factory.aSeller({ features: ['shopify'] });
  const page = await openSignedIn(browser, factory, seller);
  await page.goto('/dashboard/shopify');
  await live(page);
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  const row = () => tabs.locator('> a').allInnerTexts();
  const specified = [
    'Manage Products',
    'Manage Profile',
    'Add Product',
    'Bulk Add Products',
    'Connect Shopify',
  ];
  expect(await row()).toEqual([...specified, 'Earnings']);
  await tabs.getByRole('button', { name: 'More' }).press('Enter');
  expect(await tabs.getByRole('menuitem').allInnerTexts()).toEqual(['Offer Rules', 'Analytics']);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/analytics');
  // Turbo changes the address before the page.
  await tabs.locator('[aria-current=page]', { hasText: 'Analytics' }).waitFor();
  expect(await row()).toEqual([...specified, 'Analytics']);
});

test('to whom it is not offered, there is no such page', async () => {
  const factory = new Factory(server);
  const page = await openSignedIn(browser, factory, await factory.aSeller());
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Bulk Add Products' }).first().waitFor();
  expect(await page.getByRole('link', { name: /Shopify/ }).count()).toBe(0);
  const answer = await page.goto('/dashboard/shopify');
  expect(answer?.status()).toBe(404);
  await page.getByText('404 - Page not found').waitFor();
});
