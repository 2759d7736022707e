import type { Page } from 'playwright-core';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your items' });

/** Opens a product page with a stopped clock and adds the product. */
async function added() {
  const page = await openSignedIn(
    environment.browser,
    environment.factory,
    await environment.factory.aBuyer(),
  );
  const product = await environment.factory.aProduct({ name: 'Enamel mug', units: 5_000n });
  await page.clock.install();
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  await page.getByLabel('Quantity', { exact: true }).fill('1,200');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await drawer(page).waitFor();
  return page;
}

test('what was added shows in the drawer, with its total, and leads to the cart', async () => {
  const page = await added();
  await drawer(page).getByText('1,200 × $10.00').waitFor();
  expect(await drawer(page).locator('.totals').innerText()).toMatch(/Total\s+\$12,000\.00/);
  await page.locator('[data-badge=cart]', { hasText: /^1$/ }).waitFor({ state: 'attached' });
  await drawer(page).getByRole('button', { name: 'Move to Cart' }).click();
  await page.waitForURL('**/cart');
  await page.getByRole('heading', { name: 'Cart', level: 1 }).waitFor();
  expect(await drawer(page).count()).toBe(0);
});

test('it says what was added, and keeps the sellers apart', async () => {
  const buyer = await environment.factory.aBuyer();
  const earlier = await environment.factory.anOffer({ buyer, state: 'draft' });
  const seller = await environment.factory.aSeller({ name: 'Mug Makers' });
  const product = await environment.factory.aProduct({ seller, name: 'Enamel mug', units: 5_000n });
  const page = await openSignedIn(environment.browser, environment.factory, buyer);
  await page.clock.install();
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await drawer(page).getByRole('status').getByText('Added to cart').waitFor();
  const sellers = drawer(page).locator('.drawer-seller');
  expect(await sellers.first().locator('header').innerText()).toMatch(/Mug Makers\s+Offer total\s+\$10\.00/);
  expect(await sellers.last().innerText()).toContain(earlier.product.name);
  expect(await drawer(page).locator('.totals').innerText()).toMatch(/Total of 2 offers\s+\$/);
  expect(await findViolations(page)).toEqual([]);
});

test('Continue Shopping and Esc close it, and the focus is on the page again', async () => {
  const page = await added();
  await drawer(page).getByRole('button', { name: 'Continue Shopping' }).click();
  await drawer(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  const again = await added();
  await again.keyboard.press('Escape');
  await drawer(again).waitFor({ state: 'detached' });
  expect(await again.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test('it closes after five seconds without interaction', async () => {
  const page = await added();
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
  // Activity inside restarts the timer.
  await drawer(page).getByText('Enamel mug').hover();
  await page.clock.runFor(4_900);
  expect(await drawer(page).count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.clock.runFor(4_900);
  expect(await drawer(page).count()).toBe(1);
  await page.clock.runFor(200);
  await drawer(page).waitFor({ state: 'detached' });
});
