import type { Page } from 'playwright-core';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a seller names a minimum order and sells by the case', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
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
  const saved = await factory.db('sellers').where({ id: seller.seller_id }).first('min_order_cents');
  expect(saved).toEqual({ min_order_cents: 50_000 });

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
}, 90_000);
