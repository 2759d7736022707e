import type { Seller } from '../../server/accounts/policy';
import { createAddress, deleteAddress } from '../../server/addresses/contract';
import { updateShippingSettings } from '../../server/sellers/contract';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const LOCATION = {
  company: 'Kiln',
  line1: '18 River St',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45402',
  country: 'US',
  phone: '9372245678',
};

const addLocation = async (seller: Seller, city: string) =>
  (await (await environment.factory.as(seller)).call(createAddress, {}, { address: { ...LOCATION, city } }))
    .body.id;

test('a buyer reads where a product ships from, and what the quantity weighs', async () => {
  const { factory, server } = environment;
  const seller = await factory.aSeller();
  await addLocation(seller, 'Dayton');
  const shipping = { terms: ['seller_pays', 'pickup'], handling_days: 1, ships_to_canada: false };
  await (await factory.as(seller)).call(updateShippingSettings, {}, { shipping });
  const product = await factory.aProduct({
    seller,
    outer_quantity: 24n,
    weight: '2.5',
    min_order_units: 24n,
    units: 1_200n,
  });
  const path = `/all_products/${product.seller_id}/${product.id}`;
  const page = await openSignedIn(environment.browser, factory, await factory.aBuyer(), {
    expected: [/ERR_FAILED/],
  });
  await page.route('**/shipping', (route) => route.abort());
  await page.goto(path);
  await page.getByText('Shipping details could not be loaded.').waitFor();
  await page.unroute('**/shipping');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByText('Ships from Dayton, OH · within 1 business day').waitFor();
  await page.getByText('Shipping included · Pickup').waitFor();
  await page.getByText('About 1 carton, 60 lb (estimate)').waitFor();
  await page.getByLabel('Quantity', { exact: true }).fill('1,200');
  await page.getByText('About 50 cartons, 3,000 lb (estimate)').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();

  const visitor = await environment.browser.newPage({ baseURL: server.origin });
  await visitor.goto(path);
  await visitor.locator('#product-detail[data-ready]').waitFor();
  expect(await visitor.getByText('Dayton').count()).toBe(0);
  await visitor.context().close();
});

test('without a location or packaging data the product says what it knows', async () => {
  const { factory } = environment;
  const product = await factory.aProduct({ seller: await factory.aSeller() });
  const page = await openSignedIn(environment.browser, factory, await factory.aBuyer());
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  await page.getByText('Ships within 5 business days').waitFor();
  expect(await page.getByText('(estimate)').count()).toBe(0);
  await page.context().close();
});

test('the wizard asks for the location where there is a choice', async () => {
  const { factory } = environment;
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller });
  const stored = async () => (await factory.db('products').where({ id: product.id }).first())?.location_id;
  const page = await openSignedIn(environment.browser, factory, seller);
  const address = `/dashboard/edit_product/${product.id}/dimensions`;
  const shipsFrom = page.getByLabel('Ships from');
  const save = async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForURL('**/packaging');
  };
  await addLocation(seller, 'Dayton');
  await page.goto(address);
  await page.getByLabel('Length').waitFor();
  expect(await shipsFrom.count()).toBe(0);

  const toledo = await addLocation(seller, 'Toledo');
  await page.goto(address);
  expect(await shipsFrom.inputValue()).toBe('');
  expect(await shipsFrom.locator('option').allInnerTexts()).toEqual([
    'Default location: Kiln, Dayton, OH',
    'Kiln, Dayton, OH',
    'Kiln, Toledo, OH',
  ]);
  await shipsFrom.selectOption('Kiln, Toledo, OH');
  expect(await findViolations(page)).toEqual([]);
  await save();
  expect(await stored()).toBe(toledo);

  // The deleted location counts as the default one, and blocks nothing.
  await (await factory.as(seller)).call(deleteAddress, { id: toledo });
  await addLocation(seller, 'Akron');
  await page.goto(address);
  expect(await shipsFrom.inputValue()).toBe('');
  await page.getByLabel('Length').fill('4');
  await save();
  expect(await stored()).toBeNull();
  await page.context().close();
});
