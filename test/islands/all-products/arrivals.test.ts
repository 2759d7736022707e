import type { Factory } from '../../support/factories';
import { useTestEnvironment } from '../../support/test-environment';

let seller: Awaited<ReturnType<Factory['aSeller']>>;

const aLot = (name: string, category: 'home' | 'pet' = 'home') =>
  environment.factory.aProduct({ seller, name, category, photo_1: '/demo/mug-cream' });

const environment = useTestEnvironment();

beforeAll(async () => {
  seller = await environment.factory.aSeller({ name: 'Many Things' });
  for (let number = 1; number <= 60; number++) await aLot(`Bowl ${number}`);
}, 120_000);

async function open(path: string) {
  const page = await environment.browser.newPage({
    baseURL: environment.server.origin,
    viewport: { width: 1280, height: 900 },
  });
  await page.clock.install();
  await page.goto(path);
  await page.locator('.results-head h2').waitFor();
  await page.locator('#all-products[data-ready]').waitFor({ state: 'attached' });
  return page;
}

type Page = Awaited<ReturnType<typeof open>>;

const HALF_A_MINUTE = 30_500;
const names = (page: Page) => page.locator('.product-card .product-name').allTextContents();
const asksFor = (page: Page) => page.waitForResponse('**/marketplace/products/arrivals');

test('new listings are announced politely and loaded on demand', async () => {
  const page = await open('/all_products/filter/home');
  await aLot('Fresh bowl');
  await aLot('Fresher bowl');
  await aLot('Not of this list', 'pet');
  const requested = asksFor(page);
  await page.clock.runFor(HALF_A_MINUTE);
  await requested;
  await page.locator('.steady-bar-note').getByText('2 new products', { exact: true }).waitFor();
  const button = page.getByRole('button', { name: 'Show', exact: true });
  expect((await names(page))[0]).toBe('Bowl 60');
  await button.click();
  await page.getByRole('link', { name: 'Fresher bowl' }).waitFor();
  expect((await names(page)).slice(0, 3)).toEqual(['Fresher bowl', 'Fresh bowl', 'Bowl 60']);
  await button.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.classList.contains('results'))).toBe(true);
});

test('a hidden page does not poll, a visible one at most twice a minute', async () => {
  const page = await open('/all_products');
  let requested = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/marketplace/products/arrivals')) requested += 1;
  });
  const see = (state: 'visible' | 'hidden') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await see('hidden');
  await page.clock.runFor(300_000);
  expect(requested).toBe(0);
  const answered = asksFor(page);
  await see('visible');
  await answered;
  for (let times = 0; times < 5; times++) {
    await see('hidden');
    await see('visible');
  }
  expect(requested).toBe(1);
  await page.clock.runFor(60_000);
  expect(requested).toBeLessThanOrEqual(3);
});

test('pages appended while products arrive neither repeat nor skip a product', async () => {
  const page = await open('/all_products/search?query=bowl');
  const [listed] = await environment.server.services.db('products').whereILike('name', '%bowl%').count();
  const next = page.getByRole('link', { name: 'Load More' });
  for (let late = 1; await next.isVisible(); late++) {
    await aLot(`Late bowl ${late}`);
    const appended = page.waitForResponse('**/marketplace/products/list');
    await next.click();
    await appended;
    await page.locator('.load-more [aria-busy]').waitFor({ state: 'detached' });
  }
  // Every product once; newer ones are announced above.
  await page.getByText(new RegExp(`^${listed?.count} of \\d+$`)).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  const requested = asksFor(page);
  await page.clock.runFor(HALF_A_MINUTE);
  await requested;
  await page
    .locator('.steady-bar-note')
    .getByText(/^\d+ new products?$/)
    .waitFor();
});

test('products are there before their number where counting takes long', async () => {
  const page = await environment.browser.newPage({ baseURL: environment.server.origin });
  let release: () => void = () => undefined;
  const counted = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/marketplace/products/list', async (route) => {
    const answer = await route.fetch();
    const body = {
      ...(await answer.json()),
      count: null,
      total_pages: null,
      category_counts: null,
      without_tags: null,
    };
    await route.fulfill({ response: answer, json: body });
  });
  await page.route('**/marketplace/products/search', async (route) => {
    await counted;
    await route.continue();
  });
  await page.goto('/all_products');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('b');
  const headline = page.locator('.results-head h2');
  await page.getByText('Counting…').waitFor();
  expect(await page.locator('.product-card').count()).toBeGreaterThanOrEqual(24);
  release();
  await page.getByText(/^Showing \d+ results$/).waitFor();
  expect(await headline.textContent()).not.toContain('Counting');
});
