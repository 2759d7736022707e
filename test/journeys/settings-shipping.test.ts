import type { Page } from 'playwright-core';
import type { Seller } from '../../server/accounts/policy';
import { createAddress, deleteAddress } from '../../server/addresses/contract';
import { showShippingSettings } from '../../server/sellers/contract';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const DAYTON = {
  company: 'Stridewell',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '9372245678',
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const option = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => button(page, 'Save Shipping');

const clientOf = (seller: Seller) => environment.factory.as(seller);
const settings = async (seller: Seller) =>
  (await (await clientOf(seller)).call(showShippingSettings, {})).body.shipping;

async function openShipping(seller: Seller) {
  const page = await openSignedIn(environment.browser, environment.factory, seller, {
    reducedMotion: 'reduce',
  });
  await page.goto('/settings');
  await page.waitForURL((url) => url.pathname === '/settings/shipping');
  await page.locator('#settings-shipping[data-ready]').waitFor();
  return page;
}

test('a seller adds a location, after which buyers may collect from it', async () => {
  const seller = await environment.factory.aSeller({ name: 'Stridewell' });
  const page = await openShipping(seller);
  expect(await option(page, 'Shipping included').isChecked()).toBe(true);
  expect(await page.getByLabel('Ships within').inputValue()).toBe('5');
  expect(await page.getByText('Add a location first.').count()).toBe(2);
  expect(await option(page, 'Pickup').isDisabled()).toBe(true);
  expect(await save(page).isDisabled()).toBe(true);
  expect(await findViolations(page)).toEqual([]);

  await button(page, 'Add Location').click();
  expect(await dialog(page).locator('[name=company]').inputValue()).toBe('Stridewell');
  for (const name of ['line1', 'city', 'postal_code', 'phone'] as const)
    await dialog(page).locator(`[name=${name}]`).fill(DAYTON[name]);
  await dialog(page).locator('[name=region]').selectOption('OH');
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Save Location').click();
  await page.getByText('Dayton, OH 45403').waitFor();
  expect(await page.getByText('Add a location first.').count()).toBe(0);

  await option(page, 'Pickup').check();
  await option(page, 'Freight quoted by seller').check();
  await page.getByLabel('Ships within').fill('2');
  await page.getByLabel('Ship to Canada').check();
  await save(page).click();
  await page.getByText('Shipping saved.').waitFor();
  expect(await settings(seller)).toEqual({
    terms: ['seller_pays', 'buyer_pays', 'pickup'],
    handling_days: 2,
    ships_to_canada: true,
  });
  expect(await save(page).isDisabled()).toBe(true);

  // Buyers collect here.
  await page.getByRole('button', { name: 'Delete Stridewell, 400 Linden Ave' }).click();
  await button(page, 'Delete Location').click();
  await dialog(page)
    .getByText("Buyers collect from this location. Turn off pickup and buyer's carrier first.")
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Cancel').click();
  await option(page, 'Pickup').uncheck();
  await save(page).click();
  await page.locator('#settings-shipping').getByText('No changes to save.').waitFor();
  await page.getByRole('button', { name: 'Delete Stridewell, 400 Linden Ave' }).click();
  await button(page, 'Delete Location').click();
  await page.getByText('No locations yet').waitFor();
  await page.context().close();
});

test('errors of the options stand beside them, and the choices stay', async () => {
  const seller = await environment.factory.aSeller();
  const client = await clientOf(seller);
  const location = (await client.call(createAddress, {}, { address: DAYTON })).body;
  const page = await openShipping(seller);
  await option(page, 'Shipping included').uncheck();
  await page.getByText('Choose at least one option').waitFor();
  await page.getByLabel('Ships within').fill('31');
  await save(page).click();
  await page.getByText('Enter 1 to 30 business days').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Ships within').fill('30');
  await option(page, "Buyer's carrier").check();

  // Meanwhile another window takes the location away.
  await client.call(deleteAddress, { id: location.id });
  await save(page).click();
  await page.locator('.error', { hasText: 'Add a location first.' }).waitFor();
  expect(await option(page, "Buyer's carrier").isChecked()).toBe(true);
  expect(await page.getByLabel('Ships within').inputValue()).toBe('30');
  expect((await settings(seller)).terms).toEqual(['seller_pays']);
  await page.context().close();
});

test('shipping is set up by keyboard alone', async () => {
  const seller = await environment.factory.aSeller();
  await (await clientOf(seller)).call(createAddress, {}, { address: DAYTON });
  const page = await openShipping(seller);
  await option(page, 'Shipping included').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await page.getByText('Shipping saved.').waitFor();
  expect(await settings(seller)).toEqual({
    terms: ['seller_pays', 'buyer_pays', 'pickup'],
    handling_days: 12,
    ships_to_canada: false,
  });
  await page.context().close();
});
