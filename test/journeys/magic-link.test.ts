import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { Person } from '../../server/accounts/policy';
import { issueToken } from '../../server/accounts/sessions/one-time-tokens';
import { findViolations } from '../support/axe';
import { openBrowser, type TestBrowser } from '../support/browser';
import { Factory } from '../support/factories';
import { startTestServer, type TestServer } from '../support/test-server';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestServer;
let browser: TestBrowser;
let factory: Factory;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
  await new Promise<void>((resolve) => otherSite.listen(0, '127.0.0.1', resolve));
  factory = new Factory(server);
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => otherSite.close(resolve));
  await server.close();
});

const linkFor = async (person: Person) =>
  `/magic/sign_in/${await factory.transaction((tx) => issueToken(tx, person.id, 'magic'))}`;

const signedInAs = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/current_user.json', { headers: { Accept: 'application/json' } });
    return ((await answer.json()) as { user: { email: string } | null }).user?.email ?? null;
  });

const otherSite = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end(otherPage));
let otherPage = '';

/** Embeds the HTML in a page of another site: to browsers localhost and 127.0.0.1 differ. */
async function onAnotherSite(page: Page, html: string) {
  otherPage = html;
  await page.goto(`http://localhost:${(otherSite.address() as AddressInfo).port}/`);
}

const FAILED_LINK = { expected: [/401 for GET .*magic_sign_in/] };

test('a failed link ends the current session and leads home, with the reason', async () => {
  const page = await openSignedIn(browser, factory, await factory.aBuyer(), FAILED_LINK);
  const { cookies } = await page.context().storageState();
  const bearer = cookies.find(({ name }) => name === 'auth_token')?.value;
  await page.goto('/magic/sign_in/made-up');
  await page.waitForURL(`${server.origin}/`);
  await page.getByText('This sign-in link has expired or was already used.').waitFor();
  expect(await signedInAs(page)).toBeNull();
  const headers = { Authorization: `Bearer ${bearer}`, Accept: 'application/json' };
  expect((await fetch(`${server.origin}/me`, { headers })).status).toBe(401);
  await page.getByRole('link', { name: 'Request Another Link' }).click();
  await page.waitForURL('**/forgot_password');
});

test('a link in webmail signs in without a question if there is no session', async () => {
  const person = await factory.aBuyer({ status: 'approved' });
  const page = await browser.newPage({ baseURL: server.origin });
  await onAnotherSite(page, `<a href="${server.origin}${await linkFor(person)}">Sign in</a>`);
  await page.getByRole('link').click();
  await page.waitForURL('**/buyers_create_password');
});

test('one’s own link is followed without a question', async () => {
  const person = await factory.aBuyer();
  const page = await openSignedIn(browser, factory, person);
  await onAnotherSite(page, `<a href="${server.origin}${await linkFor(person)}">Sign in</a>`);
  await page.getByRole('link').click();
  await page.waitForURL('**/all_products');
});

test('where another person is signed in the page asks first, with one button', async () => {
  const [signedIn, invited] = [await factory.aBuyer({ name: 'Bea' }), await factory.aBuyer({ name: 'Ada' })];
  const page = await openSignedIn(browser, factory, signedIn);
  await page.goto(await linkFor(invited));
  await page.getByRole('heading', { name: 'Continue as Ada?' }).waitFor();
  await page.locator('#magic-sign-in[data-ready]').waitFor({ state: 'attached' });
  expect(await signedInAs(page)).toBe(signedIn.email);
  expect(await findViolations(page)).toEqual([]);
  const buttons = page.locator('main').getByRole('button');
  expect(await buttons.count()).toBe(1);
  await buttons.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/all_products');
  expect(await signedInAs(page)).toBe(invited.email);
});

test('a failing link on another site ends no session', async () => {
  const buyer = await factory.aBuyer({ name: 'Cleo' });
  const page = await openSignedIn(browser, factory, buyer);
  await onAnotherSite(page, `<script>location = '${server.origin}/magic/sign_in/made-up'</script>`);
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  await page.locator('#magic-sign-in[data-ready]').waitFor({ state: 'attached' });
  expect(await signedInAs(page)).toBe(buyer.email);
  await page.getByRole('link', { name: 'Continue as Cleo' }).click();
  await page.waitForURL('**/all_products');
  expect(await signedInAs(page)).toBe(buyer.email);
});

test('an image or a script on another site starts no session', async () => {
  const buyer = await factory.aBuyer();
  const page = await openSignedIn(browser, factory, buyer, {
    expected: [/403 for GET/, /localhost:/, /CORS|ERR_/],
  });
  const target = await factory.aBuyer();
  const address = `${server.origin}/magic_sign_in?magic_sauce=${(await linkFor(target)).split('/').at(-1)}`;
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url() === address) requested.push(request.resourceType());
  });
  await onAnotherSite(page, `<img src="${address}"><script src="${address}"></script>`);
  expect(requested.sort()).toEqual(['image', 'script']);
  await page.goto('/404');
  expect(await signedInAs(page)).toBe(buyer.email);
  const link = await factory.db('one_time_tokens').where({ user_id: target.id }).first('used_at');
  expect(link).toEqual({ used_at: null });
});

test('where the server cannot be reached the link can be tried again', async () => {
  const person = await factory.aBuyer();
  const page = await browser.newPage({ baseURL: server.origin, expected: [/ERR_/] });
  await page.route('**/magic_sign_in*', (route) => route.abort(), { times: 1 });
  await page.goto(await linkFor(person));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.waitForURL('**/all_products');
  expect(await signedInAs(page)).toBe(person.email);
});
