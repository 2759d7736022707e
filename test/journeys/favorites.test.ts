import { findViolations } from '../support/axe';
import { delayFirst } from '../support/delay-first';
import { useTestEnvironment } from '../support/test-environment';
import { waitForIdle } from '../support/wait-for-idle';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

test('a buyer saves a product by keyboard, finds it among the favorites and adds it to the cart', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ name: 'Cotton Tee' });
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  await live(page);
  const heart = page.locator('.name-with-favorite').getByRole('button', { name: 'Save Cotton Tee' });
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/favorites'));
  await heart.press('Enter');
  expect(await heart.getAttribute('aria-pressed')).toBe('true');
  expect((await saved).status()).toBe(201);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Favorites' }).click();
  await page.waitForURL('**/favorites');
  await live(page);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Add \d+ to Cart: Cotton Tee$/ }).click();
  await page.getByRole('dialog').getByText('Cotton Tee').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('In your cart', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('In your cart', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Add to Cart/ }).count()).toBe(0);
  await page.goto('/all_products');
  await live(page);
  const recent = page.getByRole('region', { name: 'Recently Viewed' });
  await recent.getByRole('link', { name: 'Cotton Tee' }).waitFor();
  await recent.getByRole('button', { name: 'Clear' }).click();
  await recent.waitFor({ state: 'detached' });
});

test('a heart pressed twice at once leaves nothing saved, also over a slow network', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ name: 'Linen Tee' });
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  await live(page);
  await delayFirst(page, '**/favorites');
  const heart = page.locator('.name-with-favorite').getByRole('button', { name: 'Save Linen Tee' });
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await heart.dblclick();
  expect((await removed).status()).toBe(204);
  await waitForIdle(page);
  expect(await heart.getAttribute('aria-pressed')).toBe('false');
  expect(await factory.db('favorites').where({ buyer_id: buyer.buyer_id })).toEqual([]);
});
