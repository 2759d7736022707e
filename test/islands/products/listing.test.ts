import type { Locator, Page } from 'playwright-core';
import { cents } from '../../../server/contract/money';
import { findViolations } from '../../support/axe';
import type { TestBrowser } from '../../support/browser';
import { useTestEnvironment } from '../../support/test-environment';
import { waitForIdle } from '../../support/wait-for-idle';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

const environment = useTestEnvironment();

beforeAll(async () => {
  const seller = await environment.factory.aSeller({ name: 'Many Things' });
  for (let number = 1; number <= 130; number++) {
    await environment.factory.aProduct({
      seller,
      name: `${number <= 30 ? 'Mug' : 'Bowl'} ${number}`,
      category: number <= 30 ? 'home' : 'pet',
      photo_1: '/demo/mug-cream',
      seller_price_cents: cents(number <= 5 ? 450 : 1_000),
      units: number === 7 ? 0n : 100n,
    });
  }
}, 120_000);

const open = async (path: string, options: Parameters<TestBrowser['newPage']>[0] = {}) => {
  const page = await environment.browser.newPage({
    baseURL: environment.server.origin,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  await page.goto(path);
  return page;
};

/** The sidebar's group, which is closed at first. */
const openCategory = async (within: Locator | Page) => {
  await within.locator('summary', { hasText: 'Category' }).click();
  return within.getByRole('group', { name: 'Category' });
};

const headline = (page: Awaited<ReturnType<typeof open>>) => page.locator('.results-head h2');

test('the listing is there before any script', async () => {
  const page = await open('/all_products?price=1', { javaScriptEnabled: false });
  expect(await headline(page).textContent()).toBe('Showing 5 results');
  expect(await page.locator('.product-card').count()).toBe(5);
  const next = await open('/all_products', { javaScriptEnabled: false });
  await next.getByRole('link', { name: 'Load More' }).click();
  expect(await next.locator('.product-card .product-name').first().textContent()).toBe('Bowl 106');
});

test('filters, words and order become the address; Back and reload restore them', async () => {
  const page = await open('/all_products');
  expect(await headline(page).textContent()).toBe('All results');
  await (await openCategory(page.locator('.filters'))).getByText('Home').click();
  await page.getByText('Showing 30 results').waitFor();
  await page.waitForURL('**/all_products/filter/home');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByRole('group', { name: 'Price' }).getByText('<$5').click();
  await page.getByText('Showing 5 results').waitFor();
  await page.reload();
  await page.getByText('Showing 5 results').waitFor();
  await page.goBack();
  await page.getByText('Showing 30 results').waitFor();
  await page.goForward();
  await page.getByText('Showing 5 results').waitFor();
  await page.getByRole('button', { name: 'Remove Price <$5' }).click();
  await page.getByText('Showing 30 results').waitFor();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('msrp_cents_asc');
  await page.waitForURL('**/all_products/filter/home?sort=msrp_cents_asc');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('mug 3');
  await page.waitForURL('**/all_products/search?query=mug%203&filter=home&sort=msrp_cents_asc');
  await page.getByText('Showing 2 results').waitFor();
});

test('a filter is announced once, with its own count', async () => {
  const page = await open('/all_products');
  await waitForIdle(page);
  await headline(page).evaluate((element) => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await (await openCategory(page.locator('.filters'))).getByRole('radio', { name: /^Home/ }).check();
  await page.locator('.results-head').getByText('Showing 30 results').waitFor();
  await waitForIdle(page);
  expect(await page.evaluate(() => (window as unknown as { texts: string[] }).texts)).toEqual([
    'Showing 30 results',
  ]);
});

test('where nothing matches, it says which filter to give up', async () => {
  const page = await open('/all_products/search?query=mug&filter=pet');
  expect(await headline(page).textContent()).toBe('No matches');
  await page.getByRole('button', { name: 'Remove Pet (30)' }).click();
  await page.getByText('Showing 30 results').waitFor();
});

test('pages append to the last, and Back finds the place again', async () => {
  const page = await open('/all_products');
  const last = page.getByRole('link', { name: 'Mug 2', exact: true });
  for (let tries = 0; tries < 40 && !(await last.isVisible()); tries++) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(50);
  }
  await page.getByText('130 of 130').waitFor();
  // Of 33 rows only those near the screen are rendered.
  expect(await page.locator('.product-card').count()).toBeLessThan(80);
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  await last.click();
  await page.getByRole('heading', { level: 1, name: 'Mug 2' }).waitFor();
  await page.goBack();
  await last.waitFor();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(400);
  await page.reload();
  await last.waitFor();
});

test('/ leads to the search, also from a filter', async () => {
  const page = await open('/all_products');
  await waitForIdle(page);
  await page.getByRole('group', { name: 'Price' }).getByRole('radio', { name: '<$5' }).focus();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search products' });
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('a/b');
  expect(await search.inputValue()).toBe('a/b');
});

test('a tag that nothing has heads nothing; a tag of a product does', async () => {
  const product = await environment.factory.db('products').where({ name: 'Mug 4' }).first('id');
  await environment.factory.db('product_tags').insert({ tag: 'Summer', product_id: product?.id ?? 0 });
  const page = await open('/all_products/filter/any%20text');
  expect(await page.locator('h1').innerText()).toBe('All Products');
  expect(await page.title()).not.toContain('any text');
  await page.goto('/all_products/filter/Summer');
  await page.getByRole('heading', { name: 'Summer', level: 1 }).waitFor();
});

test('Top Sellers are one link away', async () => {
  const product = await environment.factory.db('products').where({ name: 'Mug 3' }).first('id');
  await environment.factory.db('product_tags').insert({ tag: 'Top Sellers', product_id: product?.id ?? 0 });
  const page = await open('/all_products');
  await page.getByRole('link', { name: 'Top Sellers' }).click();
  await page.waitForURL('**/all_products/filter/Top%20Sellers');
  await page.getByText('Showing 1 result', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Top Sellers' }).click();
  await page.getByText('130 products').waitFor();
});

test.each([390, 768, 1280])(
  'the categories stay in view at %d px, and one of them leads back to the beginning of its products',
  async (width) => {
    const page = await open('/all_products', { viewport: { width, height: 844 } });
    const topOf = (place: string) =>
      page
        .locator(place)
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    await page.evaluate(() => window.scrollTo({ top: 1_500, behavior: 'instant' }));
    await page.waitForFunction(() => window.scrollY > 1_000);
    const header = await page
      .locator('.site-header')
      .evaluate((element) => element.getBoundingClientRect().bottom);
    expect(Math.abs((await topOf('.category-link')) - header)).toBeLessThan(16);
    await page.getByRole('link', { name: /^Home/ }).click();
    await page.getByText('Showing 30 results').waitFor();
    expect(await topOf('.results-head')).toBeGreaterThanOrEqual(header);
    expect(await topOf('.product-card')).toBeLessThan(844);
  },
);

test.each([
  [390, 844],
  [1440, 900],
])('the first product begins in the upper third of the screen at %d px', async (width, height) => {
  const page = await open('/all_products', { viewport: { width, height } });
  const top = await page
    .locator('.product-card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().top);
  expect(top).toBeLessThanOrEqual(300);
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(sideways)).toBe(0);
});

test('filters that are seldom used are closed and say their value, as are those without any product', async () => {
  const page = await open('/all_products/filter/pet?msrp=3');
  const value = (name: string) =>
    page
      .locator('.filters summary', { hasText: new RegExp(`^${name}`) })
      .locator('.filter-value')
      .textContent();
  expect([await value('Category'), await value('MSRP'), await value('Packaging')]).toEqual([
    'Pet',
    '<$15',
    'All',
  ]);
  await page.goto('/all_products/search?query=mug&filter=pet');
  const isOpen = (name: string) =>
    page.locator('.filters').getByRole('group', { name, exact: true }).isVisible();
  expect([await isOpen('MSRP'), await isOpen('Condition'), await isOpen('Units Available')]).toEqual([
    false,
    false,
    true,
  ]);
  await page.getByRole('button', { name: 'Remove Pet (30)' }).click();
  await page.getByText('Showing 30 results').waitFor();
  expect(await isOpen('Condition')).toBe(true);
});

test('on a phone the filters are a dialog with a live number', async () => {
  const page = await open('/all_products', { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await (await openCategory(dialog)).getByText('Home').click();
  await dialog.getByRole('button', { name: 'View Results (30)' }).waitFor();
  await dialog.getByRole('button', { name: 'Reset All' }).click();
  await dialog.getByRole('button', { name: 'View Results (130)' }).click();
  expect(await headline(page).textContent()).toBe('All results');
});

test('a sold-out product stays in its place', async () => {
  const page = await open('/all_products/search?query=mug%207');
  await page.locator('.product-card.sold-out').getByText('Sold out').waitFor();
});

test('a missing product is the 404 page, at its own address', async () => {
  const page = await environment.browser.newPage({ baseURL: environment.server.origin });
  const answer = await page.goto('/all_products/1/999999');
  expect(answer?.status()).toBe(404);
  await page.getByText('404 - Page not found').waitFor();
  expect(new URL(page.url()).pathname).toBe('/all_products/1/999999');
});

test('a storefront is searched in itself', async () => {
  const seller = await environment.factory.aSeller({
    name: 'Two Things',
    description: 'Two things, no more.',
    logo: '/demo/seller-harrow-pine-logo',
  });
  await environment.factory.aProduct({ seller, name: 'Kettle', photo_1: '/demo/mug-cream' });
  await environment.factory.aProduct({ seller, name: 'Mug of the storefront', photo_1: '/demo/mug-cream' });
  const page = await open(`/seller/${seller.seller_id}`);
  await page.getByRole('heading', { level: 1, name: 'Two Things' }).waitFor();
  expect(await headline(page).textContent()).toBe('2 products');
  await page.getByRole('searchbox').fill('mug');
  await page.waitForURL(`**/seller/${seller.seller_id}/search?query=mug`);
  await page.getByText('Showing 1 result', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Edit logo' }).count()).toBe(0);
});

test('a storefront is narrowed to one of its categories', async () => {
  const seller = await environment.factory.aSeller({ name: 'Mixed Things' });
  for (const category of ['toys', 'toys', 'beauty'] as const)
    await environment.factory.aProduct({ seller, category, photo_1: '/demo/mug-cream' });
  const page = await open(`/seller/${seller.seller_id}`);
  const categories = page.getByRole('navigation', { name: 'Categories' });
  expect(await categories.getByRole('link').allInnerTexts()).toEqual(['Beauty\n1', 'Toys\n2']);
  await categories.getByRole('link', { name: /^Toys/ }).click();
  await page.getByText('Showing 2 results').waitFor();
  await page.waitForURL(`**/seller/${seller.seller_id}?filter=toys`);
  await page.reload();
  await page.getByText('Showing 2 results').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await categories.getByRole('link', { name: /^Toys/ }).click();
  await page.getByText('3 products').waitFor();
});

test('while the server is away what was there stays, and one can try again', async () => {
  const page = await open('/all_products', { expected: [/ERR_/, /Failed to fetch/] });
  await page.route('**/marketplace/products/list', (route) => route.abort());
  await (await openCategory(page.locator('.filters'))).getByText('Home').click();
  await page.getByText('The products could not be loaded.').waitFor();
  await page.getByText('Below are the products of your previous search.').waitFor();
  expect(await page.locator('.product-card').count()).toBe(24);
  await page.unroute('**/marketplace/products/list');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByText('Showing 30 results').waitFor();
  expect(await page.getByText('The products could not be loaded.').count()).toBe(0);
});

/** Waits until the element is about to scroll into view. */
const isNear = (page: Awaited<ReturnType<typeof open>>, selector: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const onIntersect = ([seen]: IntersectionObserverEntry[]) => seen?.isIntersecting && resolve();
        const element = document.querySelector(wanted);
        if (element) new IntersectionObserver(onIntersect, { rootMargin: '800px 0px' }).observe(element);
      }),
    selector,
  );

test('Tab leads through the cards to the button, and past it', async () => {
  const page = await open('/all_products');
  await waitForIdle(page);
  await page.keyboard.press('Tab');
  await page.locator('.product-card a').last().focus();
  await isNear(page, '.load-more');
  await waitForIdle(page);
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  expect(await focused()).toBe('Load More');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('footer') !== null)).toBe(true);
  expect(await page.locator('.product-card').count()).toBe(24);
});

test('loading more by keyboard focuses the first new card and announces the count', async () => {
  const page = await open('/all_products', { viewport: { width: 1280, height: 400 } });
  await waitForIdle(page);
  /** Returns the first product that Enter loads. */
  const enter = async () => {
    const [answer] = await Promise.all([
      page.waitForResponse('**/marketplace/products/list'),
      page.keyboard.press('Enter'),
    ]);
    const { products } = (await answer.json()) as { products: { name: string }[] };
    return products[0]?.name;
  };
  /** Waits until the product's card has the focus. */
  const isAt = (name: string | undefined) =>
    page.waitForFunction((wanted) => {
      const held = document.activeElement;
      return held?.matches('li') && held.querySelector('h3')?.textContent === wanted;
    }, name);
  // Nothing loads automatically while a card has the focus.
  await page.keyboard.press('Tab');
  await page.locator('.product-card-link').last().focus();
  await isNear(page, '.load-more');
  await waitForIdle(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.getByText(/^24 of/).waitFor();
  await isAt(await enter());
  await page.getByRole('status').getByText('24 more products').waitFor();

  // A second Enter activates the button again, although the cards were replaced.
  const second = await enter();
  await page.getByText(/^72 of/).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-posinset]'));
  await isAt(second);
  // The first new card of a long list is not rendered yet.
  const third = await enter();
  await isAt(third);
  await page.getByText(/^96 of/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/all_products');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(third);
});

// Last, since its products would change the counts of the others.
test("a seller's name leads to its products and its storefront, a UPC to its product", async () => {
  const { factory } = environment;
  const seller = await factory.aSeller({ name: 'Ferncliff Trading' });
  const product = await factory.aProduct({ seller, name: 'Walnut Bowl', upc: '036000291452' });
  const page = await open('/all_products?query=ferncliff');
  await page.getByText('Showing 1 result').waitFor();
  const sellers = page.getByRole('navigation', { name: 'Sellers' });
  expect(await sellers.innerText()).toMatch(/^Ferncliff Trading\s+1 product$/);
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Search products').fill('0360-0029-1452');
  await sellers.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Walnut Bowl' }).waitFor();
  await page.goto('/all_products?query=ferncliff');
  await sellers.getByRole('link', { name: 'Ferncliff Trading' }).click();
  await page.waitForURL(`**/seller/${product.seller_id}`);
});
