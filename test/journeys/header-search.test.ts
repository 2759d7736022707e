import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const environment = useTestEnvironment();

beforeAll(async () => {
  await environment.factory.aProduct({ name: 'Copper Samovar' });
  await environment.factory.aProduct({ name: 'Tin Kettle' });
});

const signedIn = async (options: { viewport?: { width: number; height: number } } = {}) => {
  const { browser, factory } = environment;
  return openSignedIn(browser, factory, await factory.aBuyer(), options);
};

test('a buyer searches the listing from another page, by keyboard alone', async () => {
  const page = await signedIn();
  await page.goto('/cart');
  await page.locator('#cart[data-ready]').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('samovar');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/all_products/search?query=samovar');
  await page.getByText('Showing 1 result', { exact: true }).waitFor();
  // The listing's own search holds the words.
  const search = page.getByRole('searchbox', { name: 'Search products' });
  expect(await search.inputValue()).toBe('samovar');
});

test("a page's own search comes before the header's", async () => {
  const page = await signedIn();
  const seller = await environment.factory.aSeller({ name: 'Two Things' });
  await page.goto(`/seller/${seller.seller_id}`);
  await page.locator('#seller-storefront[data-ready]').waitFor();
  await page.keyboard.press('/');
  const focused = page.locator(':focus');
  expect(await focused.getAttribute('aria-label')).toBe('Search Two Things');
});

test('on a phone the search is in the menu', async () => {
  const page = await signedIn({ viewport: { width: 390, height: 844 } });
  await page.goto('/my_orders');
  await page.locator('.site-menu > summary').click();
  const search = page.getByRole('searchbox', { name: 'Search products' });
  expect(await findViolations(page)).toEqual([]);
  await search.fill('kettle');
  await search.press('Enter');
  await page.waitForURL('**/all_products/search?query=kettle');
});

test('sellers and visitors have no search in the header', async () => {
  const { browser, factory, server } = environment;
  const seller = await openSignedIn(browser, factory, await factory.aSeller());
  await seller.goto('/my_offers');
  expect(await seller.locator('.site-search').count()).toBe(0);
  const visitor = await browser.newPage({ baseURL: server.origin });
  await visitor.goto('/');
  expect(await visitor.locator('.site-search').count()).toBe(0);
});
