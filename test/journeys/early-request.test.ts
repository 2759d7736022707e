import type { Page, Request } from 'playwright-core';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { waitForIdle } from '../support/wait-for-idle';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const isEarly = (request: Request) => request.headers()['x-sec-purpose'] === 'prefetch';

/** The storefront of two products, its cards' links and all requests for a product's page. */
async function openStorefront(prepare: (page: Page) => Promise<unknown> = async () => undefined) {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const seller = await factory.aSeller();
  const tee = await factory.aProduct({ seller, name: 'Cotton Tee' });
  await factory.aProduct({ seller, name: 'Linen Cap' });
  const page = await openSignedIn(browser, factory, buyer);
  await prepare(page);
  const pages: Request[] = [];
  page.on('request', (request) => {
    if (/\/all_products\/\d+\/\d+$/.test(request.url())) pages.push(request);
  });
  await page.goto(`/seller/${seller.seller_id}`);
  await waitForIdle(page);
  const card = (name: string) => page.getByRole('link', { name, exact: true });
  const views = () => factory.db('recent_views').where({ buyer_id: buyer.buyer_id });
  return { page, pages, card, views, tee, seller };
}

const press = async (page: Page, card: ReturnType<Page['locator']>) => {
  await card.hover();
  await page.mouse.down();
};

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

test('the press of a card requests its page once, which the click shows and counts as a view', async () => {
  const { page, pages, card, views } = await openStorefront();
  const requested = page.waitForRequest(isEarly);
  await press(page, card('Cotton Tee'));
  const early = await requested;
  await page.mouse.up();
  await page.waitForURL(early.url());
  await title(page, 'Cotton Tee');
  await waitForIdle(page);
  expect(pages).toEqual([early]);
  expect(await views()).toHaveLength(1);
  expect(await findViolations(page)).toEqual([]);
});

test('a press that ends elsewhere shows and counts nothing, and a later click gets a new page', async () => {
  const { page, pages, card, views, tee } = await openStorefront();
  await press(page, card('Cotton Tee'));
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await waitForIdle(page);
  await environment.factory.db('products').where({ id: tee.id }).update({ name: 'Cotton Tee, Blue' });
  await page.waitForTimeout(1_000);
  expect(await views()).toEqual([]);
  await card('Cotton Tee').press('Enter');
  await title(page, 'Cotton Tee, Blue');
  expect(pages.map(isEarly)).toEqual([true, false]);
});

test('the page of a click that another one replaced is never shown', async () => {
  const { page, card, seller } = await openStorefront();
  const shown: string[] = [];
  await page.exposeFunction('report', (path: string) => shown.push(path));
  await page.evaluate(() => {
    const { report } = window as unknown as { report: (path: string) => void };
    document.addEventListener('turbo:render', () => report(document.title));
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/all_products/*/*', async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  await card('Cotton Tee').click();
  await page.getByRole('link', { name: 'All Products' }).first().click();
  await page.waitForURL('**/all_products');
  release();
  await waitForIdle(page);
  expect(shown).toHaveLength(1);
  expect(shown[0]).toContain('All Products');
  expect(page.url()).not.toContain(`/all_products/${seller.seller_id}`);
});

test.each<[string, (page: Page, card: ReturnType<Page['locator']>) => Promise<unknown>]>([
  ['the keyboard', (_page, card) => card.press('Enter')],
  ['a finger', (_page, card) => card.dispatchEvent('pointerdown', { pointerType: 'touch', button: 0 })],
  ['another button', (_page, card) => card.click({ button: 'right' })],
  ['a click for another tab', (_page, card) => card.click({ modifiers: ['ControlOrMeta'] })],
])('%s requests nothing early', async (_what, act) => {
  const { page, pages, card } = await openStorefront();
  await act(page, card('Cotton Tee'));
  await waitForIdle(page);
  expect(pages.filter(isEarly)).toEqual([]);
});

test('a browser that saves data requests nothing early, and its click works', async () => {
  const { page, pages, card } = await openStorefront((opened) =>
    opened.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
  );
  await card('Cotton Tee').click();
  await title(page, 'Cotton Tee');
  expect(pages.map(isEarly)).toEqual([false]);
});
