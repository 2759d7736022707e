import { cents } from '../../server/contract/money';
import { changeCartLine } from '../../server/offers/cart/cart';
import { openBrowser, type TestBrowser } from '../support/browser';
import { Factory } from '../support/factories';
import { type Line, startProxy } from '../support/proxy';
import { startTestServer, type TestServer } from '../support/test-server';
import { live, signInByForm } from './sign-in';

let server: TestServer;
let browser: TestBrowser;
let line: Line;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
  line = await startProxy({ host: '127.0.0.1', port: Number(new URL(server.origin).port) });
});
afterAll(async () => {
  await browser.close();
  await line.stop();
  await server.close();
});

test('after a hundred changes while the line was cut, the cart shows what the server has', async () => {
  const factory = new Factory(server);
  const offer = await factory.anOffer({ state: 'draft', lines: [{ unit_price: cents(900) }] });
  const [first] = offer.lines;
  // The page loads through the proxy that will be cut.
  const page = await signInByForm(browser, `http://127.0.0.1:${line.port}`, offer.buyer, {
    expected: [/ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE/],
  });
  await page.goto('/cart');
  await live(page);
  const shown = () => page.locator('.cart-line input[name=quantity]').inputValue();
  expect(await shown()).toBe('10');

  line.unplug();
  for (let quantity = 1n; quantity <= 100n; quantity++)
    await changeCartLine(server.services, offer.buyer, offer.id, first?.id ?? 0, {
      quantity,
      unit_price_cents: cents(900),
    });
  expect(await shown()).toBe('10');
  line.plugIn();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('.cart-line input[name=quantity]')?.value === '100',
    null,
    { timeout: 10_000 },
  );
  expect(await page.locator('.cart-seller .subtotal strong').innerText()).toBe('$900.00');
  expect(await page.locator('.site-header [data-badge=cart]').innerText()).toBe('1');
});
