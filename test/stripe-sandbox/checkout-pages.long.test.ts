import type { BrowserContext, Page } from 'playwright-core';
import type { Buyer } from '../../server/accounts/policy';
import { openPayment, verifyPayment } from '../../server/payments/contract';
import { findViolations } from '../support/axe';
import { openBrowser, type TestBrowser } from '../support/browser';
import { Factory } from '../support/factories';
import { productionBuild } from '../support/roots';
import { startTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let factory: Factory;
let browser: TestBrowser;

beforeAll(async () => {
  server = await startTestServer({ root: productionBuild() });
  factory = new Factory(server);
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function signIn(context: BrowserContext, buyer: Buyer) {
  const client = await factory.signedIn(buyer);
  await context.addCookies(
    client.cookieHeader.split('; ').map((cookie) => {
      const [name = '', value = ''] = [
        cookie.slice(0, cookie.indexOf('=')),
        cookie.slice(cookie.indexOf('=') + 1),
      ];
      return { name, value, url: server.origin };
    }),
  );
}

async function checkedOut() {
  const order = await factory.anOrder();
  const buyer = await factory.as(order.buyer);
  const { body } = await buyer.call(openPayment, { id: order.id });
  return { ...order, url: body.url, client: buyer };
}

const statusOf = async (id: number) =>
  (await server.services.db('purchase_orders').where({ id }).first('status'))?.status;

async function untilStatus(id: number, status: string) {
  const deadline = Date.now() + 10_000;
  while ((await statusOf(id)) !== status) {
    if (Date.now() > deadline) throw new Error(`Order ${id} is ${await statusOf(id)}, not ${status}`);
    await new Promise((tick) => setTimeout(tick, 25));
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.each([true, false])(
  'a buyer pays on the hosted page, with scripts: %s',
  async (javaScriptEnabled) => {
    const order = await checkedOut();
    const page = await browser.newPage({ javaScriptEnabled });
    await signIn(page.context(), order.buyer);
    await page.goto(order.url);
    await button(page, 'Decline').click();
    await page.getByText('Your card was declined.').waitFor();
    await button(page, 'Pay').click();
    await page.waitForURL(/\/my_orders\?stripe_success=true&purchase_order_id=\d+$/, { waitUntil: 'commit' });
    await untilStatus(order.id, 'awaiting_shipment');
    await page.context().close();
  },
  60_000,
);

test.each([true, false])(
  'a buyer pays by bank and verifies, with scripts: %s',
  async (javaScriptEnabled) => {
    const order = await checkedOut();
    const page = await browser.newPage({ javaScriptEnabled });
    await signIn(page.context(), order.buyer);
    await page.goto(order.url);
    await button(page, 'Pay by bank').click();
    await page.waitForURL(/\/my_orders\?stripe_success=true/, { waitUntil: 'commit' });
    await untilStatus(order.id, 'requires_payment_action');
    const { body } = await order.client.call(verifyPayment, { id: order.id });
    await page.goto(body.url);
    await page.getByRole('heading', { name: 'Verify' }).waitFor();
    await page.getByLabel('First deposit (cents)').fill('1');
    await button(page, 'Confirm deposits').click();
    await page.getByText("The amounts don't match").waitFor();
    await page.getByLabel('First deposit (cents)').fill('32');
    await button(page, 'Confirm deposits').click();
    await page.waitForURL(/\/my_orders\?stripe_success=true/, { waitUntil: 'commit' });
    await untilStatus(order.id, 'awaiting_shipment');
    await page.context().close();
  },
  60_000,
);

test('Cancel leads back to the orders, with the order still to be paid', async () => {
  const order = await checkedOut();
  const page = await browser.newPage();
  await signIn(page.context(), order.buyer);
  await page.goto(order.url);
  await button(page, 'Cancel').click();
  await page.waitForURL(/\/my_orders\?stripe_success=false/, { waitUntil: 'commit' });
  expect(await statusOf(order.id)).toBe('awaiting_initial_payment');
  await page.context().close();
});

test('the pages are accessible and fit every width, light and dark', async () => {
  const [open, done, bank] = [await checkedOut(), await checkedOut(), await checkedOut()];
  // axe injects styles, which the content security policy refuses.
  const page = await browser.newPage({ expected: [/Applying inline style/] });
  await page.goto(done.url);
  await button(page, 'Pay').click();
  await page.goto(bank.url);
  await button(page, 'Pay by bank').click();
  await untilStatus(bank.id, 'requires_payment_action');
  const { body } = await bank.client.call(verifyPayment, { id: bank.id });
  for (const url of [open.url, done.url, body.url]) {
    await page.goto(url);
    for (const width of [390, 768, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // Waits for the color transition between schemes.
        await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
        expect(await findViolations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
  }
  await page.context().close();
}, 90_000);

test('an unknown URL is the 404 page', async () => {
  for (const path of ['/sandbox/checkout/cs_test_none', '/sandbox/verify/pi_none']) {
    const answer = await fetch(server.origin + path, { headers: { Accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('404 - Page not found');
  }
});

test('no button works without the page’s token', async () => {
  const order = await checkedOut();
  const answer = await fetch(`${order.url}/pay`, { method: 'POST' });
  expect(answer.status).toBe(422);
  expect(await statusOf(order.id)).toBe('awaiting_initial_payment');
});
