import type { Page } from 'playwright-core';
import { ADDRESS } from '../shipping/orders-to-ship';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();
const SHOTS = process.env.FACET_SHOTS;

const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};
const option = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('checkbox', { name });
const names = (page: Page) => page.locator('.results .product-name').allTextContents();
const results = (page: Page, count: string) =>
  page.getByRole('heading', { name: count, exact: true }).waitFor();

beforeAll(async () => {
  const { factory } = environment;
  const seller = await factory.aSeller();
  await factory
    .db('addresses')
    .insert({ ...ADDRESS, seller_id: seller.seller_id, region: 'TX', is_default: true });
  const make = (name: string, condition: 'new' | 'returns' | null, asking: number) =>
    factory.aProduct({
      seller,
      name,
      condition,
      msrp_cents: 9_000 as never,
      seller_price_cents: asking as never,
    });
  await make('Fresh mug', 'new', 900);
  await make('Second mug', 'returns', 300);
  await make('Plain mug', null, 600);
  await factory.aProduct({ name: 'Lost mug', condition: 'new' });
});

test('a buyer narrows the list by condition and region with the keyboard, and comes back to it', async () => {
  const { factory, browser } = environment;
  const page = await openSignedIn(browser, factory, await factory.aBuyer());
  await page.goto('/all_products');
  await live(page);
  const isGray = (name: string) =>
    page
      .locator('.filters .filter-option', { hasText: name })
      .evaluate((label) => label.classList.contains('zero'));
  expect([await isGray('Refurbished'), await isGray('Open box'), await isGray('Southwest')]).toEqual([
    true,
    true,
    false,
  ]);
  await option(page, 'Condition', 'Customer returns').focus();
  await page.keyboard.press('Space');
  await results(page, 'Showing 1 result');
  await option(page, 'Condition', 'New').focus();
  await page.keyboard.press('Space');
  await results(page, 'Showing 3 results');
  await option(page, 'Ships From', 'Southwest').focus();
  await page.keyboard.press('Space');
  await results(page, 'Showing 2 results');
  expect(new URL(page.url()).search).toBe('?condition=new&condition=returns&ships_from=southwest');
  // The other group's numbers obey; a group's own filter does not hide its other values.
  expect(await option(page, 'Ships From', 'Not stated').locator('..').textContent()).toBe('Not stated1');
  const card = page.locator('.product-card', { hasText: 'Second mug' });
  expect(await card.locator('.product-meta').last().textContent()).toBe('Customer returnsShips from TX');
  await shot(page, 'filters-1440');
  expect(await findViolations(page)).toEqual([]);

  await page.getByLabel('Sort').selectOption({ label: 'Price: low to high' });
  await page.waitForURL(/sort=seller_price_cents_asc/);
  await page.locator('.results .product-name').first().getByText('Second mug').waitFor();
  expect(await names(page)).toEqual(['Second mug', 'Fresh mug']);
  await page.getByRole('button', { name: 'Remove Condition: New' }).click();
  await results(page, 'Showing 1 result');
  await page.goBack();
  await results(page, 'Showing 2 results');
  await page.reload();
  await live(page);
  await results(page, 'Showing 2 results');
  expect(await names(page)).toEqual(['Second mug', 'Fresh mug']);
  expect(await option(page, 'Condition', 'New').isChecked()).toBe(true);
}, 90_000);

test('on a phone the same groups stand in the sheet', async () => {
  const { factory, browser } = environment;
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openSignedIn(browser, factory, await factory.aBuyer(), {
      viewport: { width: 390, height: 844 },
      colorScheme,
    });
    await page.goto('/all_products?ships_from=southwest');
    await live(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: 'Customer returns' }).check();
    await sheet.getByRole('button', { name: 'View Results (1)' }).waitFor();
    await sheet.getByRole('checkbox', { name: 'Canada' }).scrollIntoViewIfNeeded();
    await shot(page, `sheet-${colorScheme}`);
    expect(await findViolations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'View Results (1)' }).click();
    await results(page, 'Showing 1 result');
    expect(await names(page)).toEqual(['Second mug']);
    await page.close();
  }
}, 90_000);

test('a seller states the condition in the wizard, and the product page says it', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller });
  const owner = await openSignedIn(browser, factory, seller);
  await owner.goto(`/dashboard/edit_product/${product.id}/details`);
  await live(owner);
  await owner.getByLabel('Condition').selectOption({ label: 'Customer returns' });
  await shot(owner, 'wizard');
  expect(await findViolations(owner)).toEqual([]);
  await owner.getByRole('button', { name: 'Next' }).click();
  await owner.waitForURL(/dimensions/);
  const page = await openSignedIn(browser, factory, await factory.aBuyer());
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  await live(page);
  const row = page.locator('.product-facts .facts > div', { hasText: 'Condition' });
  expect(await row.textContent()).toBe('ConditionCustomer returns');
});
