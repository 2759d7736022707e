import type { Page } from 'playwright-core';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a seller names a minimum order and sells by the case; buyers read and follow both', async () => {
  const { factory, browser } = environment;
  const [seller, buyer] = [await factory.aSeller(), await factory.aBuyer()];
  const product = await factory.aProduct({ seller, units: 100n });
  const owner = await openSignedIn(browser, factory, seller);
  await owner.goto('/dashboard/manage_profile');
  await owner.getByLabel('Minimum order').fill('0.50');
  await owner.getByLabel('Minimum order').blur();
  await owner.getByText('Enter an amount from $1.00 to $999,999.99').waitFor();
  await owner.getByLabel('Minimum order').fill('500');
  await button(owner, 'Save Profile Settings').click();
  await owner.getByText('Profile saved.').waitFor();
  expect(await findViolations(owner)).toEqual([]);

  await owner.goto(`/dashboard/edit_product/${product.id}/packaging`);
  await owner.getByLabel('Sell by').selectOption({ label: 'Outer case' });
  await owner.getByText('Enter the quantity per case first.').waitFor();
  await owner.getByLabel('Outer quantity').fill('24');
  await owner.getByText('Enter the quantity per case first.').waitFor({ state: 'detached' });
  await button(owner, 'Finish').click();
  await owner.waitForURL(/manage_products|dashboard(?!.*packaging)/);
  expect(await factory.db('products').where({ id: product.id }).first('sell_by')).toEqual({
    sell_by: 'outer',
  });

  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  await live(page);
  await page.getByText('Minimum order $500.00').waitFor();
  await page.getByText('1 case (24 units)').waitFor();
  await button(page, 'Quantity: increase by 24').click();
  await page.getByText('2 cases (48 units)').waitFor();
  await page.locator('input[name=quantity]').fill('25');
  await page.getByText('Sold in cases of 24. Try 24 or 48.').waitFor();
  expect(await button(page, 'Add to Cart').isDisabled()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await page.goto(`/seller/${seller.seller_id}`);
  await page.getByText('Minimum order $500.00').waitFor();
}, 90_000);
