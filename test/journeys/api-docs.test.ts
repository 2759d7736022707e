import type { Page } from 'playwright-core';
import { findViolations, preloadAxe } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';

const environment = useTestEnvironment({ rateLimits: false });

const open = async (path: string, options: object = {}): Promise<Page> => {
  const page = await environment.browser.newPage({ baseURL: environment.server.origin, ...options });
  await preloadAxe(page);
  await page.goto(path);
  return page;
};

test.each([
  [390, 'light'],
  [1440, 'dark'],
] as const)(
  'at %i px, %s, every page of the API is accessible and fits',
  async (width, colorScheme) => {
    const page = await open('/api/docs', { viewport: { width, height: 900 }, colorScheme });
    const paths = await page
      .locator('.api-menu a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const pages = paths.filter((path) => path.startsWith('/api/docs'));
    expect(pages.length).toBeGreaterThan(20);
    const faults: string[] = [];
    for (const path of pages) {
      await page.goto(path);
      await page.locator('.api-docs details').evaluateAll((parts) => {
        for (const part of parts) (part as HTMLDetailsElement).open = true;
      });
      faults.push(...(await findViolations(page)).map((fault) => `${path} ${fault}`));
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isWide) faults.push(`${path} is wider than its window`);
    }
    expect(faults).toEqual([]);
  },
  240_000,
);

test('the keyboard leads from the guide to the shape of an answer', async () => {
  const page = await open('/api/docs');
  expect(await page.title()).toBe('API Guide · Lotwise');
  const menu = page.getByRole('navigation', { name: 'API' });
  await menu.getByRole('link', { name: 'Events', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/api/docs/events');
  expect(await page.title()).toBe('Events · API · Lotwise');
  const summary = page.locator('summary', { hasText: '200' });
  await summary.focus();
  await page.keyboard.press('Enter');
  await page.getByText('has_more: boolean').waitFor();
});

test('a tag that the document lacks is the page that is not found', async () => {
  const answer = await fetch(`${environment.server.origin}/api/docs/nothing`, {
    headers: { Accept: 'text/html' },
  });
  expect([answer.status, (await answer.text()).includes('404 - Page not found')]).toEqual([404, true]);
});

test('the search of the guide works with any key, page by page', async () => {
  const { factory } = environment;
  const seller = await factory.aSeller();
  for (let number = 0; number < 25; number++)
    await factory.aProduct({ seller, name: `Stoneware mug ${number}` });
  await factory.aProduct({ seller, name: 'Field watch' });
  const page = await open('/api/docs');
  const example = (await page.locator('pre', { hasText: 'products/search' }).innerText()).match(
    /-d '(.*)'/,
  )?.[1];
  const key = await factory.aKey(await factory.aBuyer(), { capabilities: ['company:read'] });
  const search = async (cursor: unknown) =>
    (
      await key.client.request('POST', '/marketplace/products/search', {
        body: { ...JSON.parse(example ?? ''), cursor },
      })
    ).body as { products: object[]; next_cursor: string | null };
  const first = await search(null);
  expect(first.products).toHaveLength(24);
  expect(await search(first.next_cursor)).toMatchObject({ products: [{}], next_cursor: null });
});

test('the guide of a demo names the receivers that it has', async () => {
  const page = await open('/api/docs');
  const isDemo = (await fetch(`${environment.server.origin}/dev/webhooks.json?name=erp`)).ok;
  expect(await page.getByText('This demo has receivers of its own').count()).toBe(isDemo ? 1 : 0);
});
