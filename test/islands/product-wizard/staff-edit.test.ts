import { openAs } from '../../support/open-as';
import { useTestEnvironment } from '../../support/test-environment';
import { waitForIdle } from '../../support/wait-for-idle';

const environment = useTestEnvironment();

test('staff edit the product of any seller, from its page to the end of the steps', async () => {
  const { factory } = environment;
  const staff = await factory.staff();
  const seller = await factory.aSeller({ name: 'Stridewell' });
  const product = await factory.aProduct({ seller, name: 'Old name', category: 'home' });
  const stored = () => factory.db('products').where({ id: product.id }).first();
  const page = await openAs(
    environment.browser,
    environment.server.origin,
    `/all_products/${product.seller_id}/${product.id}`,
    { email: staff.email, island: 'product-detail' },
  );
  await page.getByRole('link', { name: 'Edit Product' }).click();
  await page.waitForURL(`**/dashboard/edit_product/${product.id}`);
  await waitForIdle(page);
  expect(await page.getByRole('link', { name: 'Products from Stridewell' }).count()).toBe(1);
  expect(await page.getByText('Welcome back').count()).toBe(0);
  await page.locator('#main [name="name"]').fill('New name');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.waitForURL('**/description');
  expect(await stored()).toMatchObject({ name: 'New name', provisional: false });
  expect(await factory.db('audit_log').where({ action: 'update_product' }).first()).toMatchObject({
    actor: staff.email,
    subject_id: product.id,
  });

  await page.goto(`/dashboard/edit_product/${product.id}/packaging`);
  await waitForIdle(page);
  await page.locator('#main [name="inner_quantity"]').fill('3');
  await page.locator('#main [name="inner_count"]').fill('4');
  await page.locator('#main [name="outer_quantity"]').fill('99');
  await page.locator('#main [name="inner_count"]').focus();
  await page.getByText('Enter 12 (3 × 4)').waitFor();
  expect(await page.getByRole('button', { name: 'Finish' }).isDisabled()).toBe(true);
  await page.locator('#main [name="outer_quantity"]').fill('12');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.waitForURL(`**/admin/sellers/${product.seller_id}/products`);
  expect(await stored()).toMatchObject({ outer_quantity: 12n });
  expect(await page.getByRole('link', { name: 'Edit New name' }).getAttribute('href')).toBe(
    `/dashboard/edit_product/${product.id}`,
  );
});
