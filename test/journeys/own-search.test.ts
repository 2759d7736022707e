import { cents } from '../../server/contract/money';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment();
const NAMES = ['Walnut Bowl', 'Walnut Tray', 'Linen Napkin'];
const STATUSES = ['shipped', 'completed', 'awaiting_shipment'] as const;

/** Three orders, each in a status of its own. */
async function threeOrders() {
  const { factory } = environment;
  const [buyer, seller] = [await factory.aBuyer(), await factory.aSeller({ name: 'Harbor Goods' })];
  for (const [n, name] of NAMES.entries()) {
    const product = await factory.aProduct({ seller, name });
    const lines = [{ product, quantity: 10n, unit_price: cents(500 + n) }];
    const { id } = await factory.anOrder({ buyer, seller, lines });
    await factory
      .db('purchase_orders')
      .where({ id })
      .update({ status: STATUSES[n] as (typeof STATUSES)[number] });
  }
  return buyer;
}

test('a buyer finds orders by keyboard, goes back, reloads, and downloads what the page lists', async () => {
  const { factory, browser } = environment;
  const page = await openSignedIn(browser, factory, await threeOrders());
  await page.goto('/my_orders');
  const shown = () =>
    page
      .locator('main')
      .getByText(/^PO-\d+$/)
      .allInnerTexts();
  const found = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  const text = page.getByRole('searchbox', { name: 'Search orders' });
  await text.focus();
  await page.keyboard.type('harb waln');
  await page.keyboard.press('Enter');
  await found('2 orders');
  expect(new URL(page.url()).search).toBe('?q=harb+waln');
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Filters' }).press('Enter');
  const statuses = page.getByRole('group', { name: 'Status' });
  await statuses.locator('summary').press('Enter');
  await statuses.getByLabel('Shipped', { exact: true }).press('Escape');
  expect(await statuses.locator('details').getAttribute('open')).toBeNull();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  await statuses.locator('summary').press('Enter');
  for (const label of ['Shipped', 'Completed'])
    await statuses.getByLabel(label, { exact: true }).press('Space');
  expect(await findViolations(page)).toEqual([]);
  await statuses.getByLabel('Shipped', { exact: true }).press('Space');
  await page.keyboard.press('Enter');
  await found('1 order');
  expect(new URL(page.url()).searchParams.getAll('status[]')).toEqual(['completed']);

  await page.goBack();
  await found('2 orders');
  await page.reload();
  await found('2 orders');
  expect(await text.inputValue()).toBe('harb waln');
  const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  const rows = (await (await page.request.get(file ?? '')).text()).trim().split(/\r?\n/).slice(1);
  const numbers = rows.map((row) => row.split(',')[0] as string);
  expect(numbers).toHaveLength(2);
  for (const number of numbers) expect((await shown()).join(' ')).toContain(number);
});

test('several statuses are asked for at once, and what is chosen can be taken away one by one', async () => {
  const { factory, browser } = environment;
  const page = await openSignedIn(browser, factory, await threeOrders());
  await page.goto('/my_orders?status[]=shipped&status[]=completed');
  await page.getByRole('status').filter({ hasText: '2 orders' }).waitFor();
  expect(await page.locator('summary').filter({ hasText: '2 statuses' }).count()).toBe(1);
  await page.getByRole('link', { name: 'Remove Shipped' }).press('Enter');
  await page.getByRole('status').filter({ hasText: '1 order' }).waitFor();
  expect(new URL(page.url()).searchParams.getAll('status[]')).toEqual(['completed']);
});

test('offers and orders that match nothing say so and lead back to all', async () => {
  const { factory, browser } = environment;
  const page = await openSignedIn(browser, factory, await threeOrders());
  for (const noun of ['offers', 'orders']) {
    await page.goto(`/my_${noun}?q=zzzz`);
    await page.getByText(`No ${noun} match.`).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Clear Filters' }).press('Enter');
    await page.waitForURL((url) => url.search === '');
  }
});
