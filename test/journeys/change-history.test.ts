import { findViolations } from '../support/axe';
import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment();

async function aSellerAt(width: number) {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, name: 'Lamp', units: 100n, photo_1: '/demo/mug-cream' });
  const page = await openSignedIn(environment.browser, factory, seller, {
    viewport: { width, height: 844 },
    expected: [/changes/],
  });
  const history = page.getByRole('region', { name: 'Change history' });
  return { factory, seller, product, page, history, at: `/dashboard/edit_product/${product.id}/quantity` };
}

test('what is saved appears below the steps, and nothing does before', async () => {
  const { page, history, at } = await aSellerAt(1440);
  await page.goto(at);
  await history.getByText('No changes yet.').waitFor();
  await page.locator('#main [name="units"]').fill('40');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await history
    .getByText(/^\w{3} \d+, \d+:\d\d [AP]M \w+ · Ada Example · Product page · Units 100 → 40$/)
    .waitFor();
  expect(await history.getByText('No changes yet.').count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
});

test('each source is named, newest first, and earlier changes come on request', async () => {
  const { factory, seller, product, page, history, at } = await aSellerAt(390);
  const change = (index: number) => ({
    product_id: product.id,
    user_id: seller.id,
    at: new Date(Date.now() - (60 - index) * 60_000),
    source: 'import' as const,
    before: { units: 1_000 + index, seller_price_cents: 550 },
    after: { units: 1_001 + index, seller_price_cents: 475 },
  });
  await factory.db('product_changes').insert(Array.from({ length: 55 }, (_, index) => change(index)));
  await factory.db('product_changes').insert({
    product_id: product.id,
    user_id: (await factory.staff()).id,
    source: 'staff',
    before: { category: 'home', description: '', photo_2: 'https://a.example.com/2.jpg', paused: false },
    after: { category: 'toys', description: '<p>New</p>', photo_2: null, paused: true },
  });
  await page.goto(at);
  const entries = history.getByRole('listitem');
  await entries.first().waitFor();
  expect(await entries.count()).toBe(5);
  expect(await entries.first().innerText()).toMatch(
    / · Staff · Category Home → Toys, Description added, Paused, Photo 2 removed$/,
  );
  expect(await entries.nth(1).innerText()).toMatch(
    / · Ada Example · CSV import · Units 1,054 → 1,055, Asking price \$5\.50 → \$4\.75$/,
  );
  const more = history.getByRole('button', { name: 'Show More' });
  await more.click();
  expect(await entries.count()).toBe(50);
  await more.click();
  await entries.nth(55).waitFor();
  expect(await entries.last().innerText()).toContain('Units 1,000 → 1,001');
  expect(await more.count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a history that cannot be loaded says so, and is loaded again', async () => {
  const { page, history, at } = await aSellerAt(768);
  await page.route('**/products/*/changes**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto(at);
  await history.getByText("The change history couldn't be loaded.").waitFor();
  await page.unroute('**/products/*/changes**');
  await history.getByRole('button', { name: 'Try Again' }).click();
  await history.getByText('No changes yet.').waitFor();
});
