import type { Page } from 'playwright-core';
import type { Person } from '../../../server/accounts/policy';
import { live, openSignedIn } from '../../journeys/sign-in';
import { PASSWORD } from '../../support/factories';
import { answerLeaving } from '../../support/leaving';
import { useTestEnvironment } from '../../support/test-environment';

const environment = useTestEnvironment();

/** As another tab of the same browser would. */
async function signInElsewhere(page: Page, person: Person) {
  const { cookieHeader, origin } = await environment.factory.signedIn(person);
  await page.context().addCookies(
    cookieHeader.split('; ').map((cookie) => {
      const at = cookie.indexOf('=');
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin };
    }),
  );
}

const message = (page: Page) => page.locator('#alerts').getByText('This browser is signed in as');

test('a page never acts for the person who signed in meanwhile', async () => {
  const { factory, browser } = environment;
  const [shown, other] = [await factory.aSeller(), await factory.aSeller()];
  const page = await openSignedIn(browser, factory, shown);
  await page.goto('/dashboard/new_product');
  await page.locator('[name=name]').fill('Desk lamp');
  await page.locator('[name=upc]').fill('012345678905');
  await page.getByText('UPC is available').waitFor();
  await signInElsewhere(page, other);
  for (const _attempt of [1, 2]) {
    await page.getByRole('button', { name: 'Next' }).click();
    await message(page).waitFor();
    await page.locator('form .form-error').waitFor();
  }
  expect(await page.locator('#alerts').innerText()).toContain(other.email);
  expect(await factory.db('products').where({ name: 'Desk lamp' })).toEqual([]);
  expect(await page.locator('[name=name]').inputValue()).toBe('Desk lamp');
  await page.context().close();
});

test('a page goes on in a new session of the person whom it shows', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  const page = await openSignedIn(browser, factory, seller);
  await page.goto('/dashboard/new_product');
  await page.locator('[name=name]').fill('Floor lamp');
  await page.locator('[name=upc]').fill('012345678905');
  await signInElsewhere(page, seller);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**/description');
  expect(await factory.db('products').where({ name: 'Floor lamp' })).toMatchObject([
    { seller_id: seller.seller_id },
  ]);
  await page.context().close();
});

test('whoever is signed in, Sign Out signs out', async () => {
  const { factory, browser } = environment;
  const page = await openSignedIn(browser, factory, await factory.aBuyer());
  await page.goto('/my_offers');
  await signInElsewhere(page, await factory.aBuyer());
  await page.locator('#user-menu').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
  await page.context().close();
});

test('a sign-out takes its data off the other tabs of the browser', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ name: 'Walnut Bowl' });
  await factory.anOffer({ buyer, state: 'draft', lines: [{ product }] });
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto('/cart');
  const line = page.getByRole('link', { name: 'Walnut Bowl' });
  await line.first().waitFor();
  const other = await page.context().newPage();
  await other.goto('/my_offers');
  await other.locator('#user-menu').getByRole('button').first().click();
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/sign_in?return_to=%2Fcart');
  expect(await line.count()).toBe(0);
  await page.context().close();
});

test('who signed in in another tab is led on by Sign In in place of its dialog', async () => {
  const { factory, browser, server } = environment;
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/');
  await signInElsewhere(page, await factory.aBuyer());
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.locator('#user-menu').getByRole('button').first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.context().close();
});

test('the contact form asks before what was typed is lost', async () => {
  const { browser, server } = environment;
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/contact_us');
  await page.getByLabel('Message').fill('Where is my order?');
  await page.getByRole('link', { name: 'Buyers' }).first().click();
  await answerLeaving(page, 'Keep Editing');
  expect(await page.getByLabel('Message').inputValue()).toBe('Where is my order?');
  await page.context().close();
});

const composer = (page: Page) => page.getByLabel(/^Message to /);

/** Everything that the tab keeps, as one text. */
const storedValues = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

async function openThread(page: Page, offerId: number) {
  await page.goto(`/my_offers?offer=${offerId}`);
  await live(page);
  await page.getByRole('tab', { name: /^Messages/ }).click();
  await composer(page).waitFor();
}

/** A buyer with a message that is typed and another one that could not be sent. */
async function openUnsent() {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const page = await openSignedIn(browser, factory, offer.buyer, { expected: [/500/, /401/] });
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await openThread(page, offer.id);
  await composer(page).fill('Unsent words');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await composer(page).fill('Typed words');
  return { page, offer };
}

test('an expired session loses no message of its account', async () => {
  const { page, offer } = await openUnsent();
  await page.context().clearCookies();
  await page.goto('/my_offers');
  await page.getByLabel('Email').fill(offer.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/my_offers');
  await openThread(page, offer.id);
  expect(await composer(page).inputValue()).toBe('Typed words');
  await page.getByText('Unsent words').waitFor();
  await page.context().close();
});

test('a sign-out removes what the tab kept for the account', async () => {
  const { page } = await openUnsent();
  expect(await storedValues(page)).toMatch(/Unsent words.*Typed words|Typed words.*Unsent words/);
  await page.locator('#user-menu').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
  expect(await storedValues(page)).not.toContain(' words');
  await page.context().close();
});

test('a link to a page of another person loads it whole, without anything of the one before', async () => {
  const { page } = await openUnsent();
  const other = await environment.factory.aBuyer();
  await signInElsewhere(page, other);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await page.locator('.site-nav a[href="/all_products"]').first().click();
  await page.waitForFunction(
    (id) => document.querySelector<HTMLElement>('meta[name=viewer]')?.dataset.id === id,
    String(other.id),
  );
  await page.locator('#user-menu [aria-expanded]').waitFor();
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(false);
  expect(await storedValues(page)).not.toContain(' words');
  await page.context().close();
});

test('each account of a tab has its own viewed products', async () => {
  const { factory, browser } = environment;
  const product = await factory.aProduct();
  const [one, other] = [await factory.aBuyer(), await factory.aBuyer()];
  const page = await openSignedIn(browser, factory, one);
  const view = async () => {
    const counted = page.waitForResponse((answer) => answer.url().endsWith(`/${product.id}/view`));
    await page.goto(`/all_products/${product.seller_id}/${product.id}`);
    await counted;
  };
  await view();
  await signInElsewhere(page, other);
  await view();
  const rows = await factory.db('recent_views').where({ product_id: product.id }).pluck('buyer_id');
  expect(rows.sort()).toEqual([one.buyer_id, other.buyer_id].sort());
  await page.context().close();
});

test('a product that is viewed after the list was cleared is in it again', async () => {
  const { factory, browser } = environment;
  const product = await factory.aProduct();
  const page = await openSignedIn(browser, factory, await factory.aBuyer());
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  const view = async () => {
    const counted = page.waitForResponse((answer) => answer.url().endsWith(`/${product.id}/view`));
    await page.goto(`/all_products/${product.seller_id}/${product.id}`);
    await counted;
    await page.goto('/all_products');
    await viewed.getByText(product.name).waitFor();
  };
  await view();
  await viewed.getByRole('button', { name: 'Clear' }).click();
  await viewed.waitFor({ state: 'detached' });
  await view();
  await page.context().close();
});
