import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

/** Presses twice with a stopped clock; expects one call, 400 ms after the first press. */
async function expectDelayed(page: Page, name: string, isCall: (method: string, path: string) => boolean) {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (isCall(request.method(), pathname)) calls.push(pathname);
  });
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  // A busy machine may take seconds in between.
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 10_000)));
  await button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
  await page.clock.runFor(395);
  expect(calls).toEqual([]);
  const left = page.waitForRequest((request) => isCall(request.method(), new URL(request.url()).pathname));
  await page.clock.runFor(10);
  await left;
  await page.clock.resume();
  await page.waitForLoadState('networkidle');
  expect(calls).toHaveLength(1);
}

async function open(person: Parameters<typeof openSignedIn>[2], path: string) {
  const page = await openSignedIn(environment.browser, environment.factory, person);
  await page.clock.install();
  await page.goto(path);
  return page;
}

test('the offer form of a product waits 400 ms', async () => {
  const [buyer, product] = [await environment.factory.aBuyer(), await environment.factory.aProduct()];
  const page = await open(buyer, `/all_products/${product.seller_id}/${product.id}`);
  await live(page);
  await page.getByLabel('Quantity', { exact: true }).fill('5');
  await expectDelayed(page, 'Add to Cart', (method, path) => method === 'POST' && path === '/offers');
});

test('Save Offer and Send Offer in the cart wait 400 ms', async () => {
  const { buyer } = await environment.factory.anOffer({
    state: 'draft',
    lines: [{ unit_price: cents(900) }],
  });
  const page = await open(buyer, '/cart');
  await live(page);
  await page.locator('input[name=unit_price]').fill('800');
  await expectDelayed(page, 'Save Offer', (_method, path) => path.includes('/offer_products/'));
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await expectDelayed(page, 'Send Offer', (_method, path) => path.endsWith('/submit'));
});

test('a counter waits 400 ms', async () => {
  const { buyer } = await environment.factory.anOffer({
    state: 'buyer_review',
    lines: [{ unit_price: cents(700) }],
  });
  const page = await open(buyer, '/my_offers');
  await live(page);
  await page.locator('.your-input input').fill('650');
  await expectDelayed(page, 'Submit Counter', (_method, path) => path.endsWith('/counter_offer'));
});

test('settings and dialogs wait 400 ms, too', async () => {
  const seller = await environment.factory.aSeller();
  const page = await open(seller, '/settings/shipping');
  await page.getByLabel('Ships within').fill('4');
  await expectDelayed(
    page,
    'Save Shipping',
    (method, path) => method === 'PUT' && path.endsWith('/shipping'),
  );
  await page.goto('/dashboard/offer_rules');
  await page.getByRole('button', { name: 'Add Rule' }).first().click();
  await page.getByLabel('Accept at').fill('90');
  await expectDelayed(page, 'Save Rule', (method) => method === 'POST');
});

test('the form by which staff create a product waits 400 ms', async () => {
  const [staff, seller] = [await environment.factory.staff(), await environment.factory.aSeller()];
  const page = await open(staff, `/admin/sellers/${seller.seller_id}/products`);
  await page.getByRole('button', { name: 'New Product' }).click();
  await page.getByLabel('Product name').fill('Lamp');
  await expectDelayed(page, 'Create Product', (method) => method === 'POST');
});
