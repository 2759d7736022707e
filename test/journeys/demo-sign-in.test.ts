import { DEMO_PASSWORD } from '../../server/accounts/demo-accounts';
import { hashPassword } from '../../server/accounts/passwords/hash';
import { openBrowser, type TestBrowser } from '../support/browser';
import { Factory } from '../support/factories';
import { startTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let bare: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  // Passwords are checked by the server of the process that started last.
  bare = await startTestServer({ demo: true, seedDemo: false });
  server = await startTestServer({ demo: true, seedDemo: true });
  browser = await openBrowser();
  const buyer = await new Factory(server).aBuyer();
  await server.services
    .db('users')
    .where({ id: buyer.id })
    .update({ email: 'buyer@example.com', password_digest: await hashPassword(DEMO_PASSWORD) });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.close(), bare.close()]);
});

test('with the demo data, the sign-in page and its dialog enter an account in one click', async () => {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/sign_in?return_to=/my_orders');
  await page.getByRole('button', { name: /Buyer with offers and orders/ }).click();
  await page.waitForURL('**/my_orders');

  const visitor = await browser.newPage({ baseURL: server.origin });
  await visitor.goto('/');
  await visitor.getByRole('link', { name: 'Sign In' }).first().click();
  const dialog = visitor.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByRole('button', { name: /buyer@example\.com/ }).click();
  await visitor.waitForURL('**/all_products');
});

test('without scripts, too', async () => {
  const page = await browser.newPage({ baseURL: server.origin, javaScriptEnabled: false });
  await page.goto('/sign_in?return_to=/my_orders');
  await page.getByRole('button', { name: /Buyer with offers and orders/ }).click();
  await page.waitForURL('**/my_orders');
});

test('an account that is gone is said beside the accounts', async () => {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/sign_in');
  await page.getByRole('button', { name: /admin@example\.com/ }).click();
  await page.getByText('Incorrect email or password').waitFor();
});

test('without the demo data nothing is offered', async () => {
  const page = await browser.newPage({ baseURL: bare.origin });
  for (const path of ['/', '/sign_in']) {
    await page.goto(path);
    expect(await page.content()).not.toContain('demo-password');
  }
});
