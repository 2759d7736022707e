import type { Page } from 'playwright-core';
import type { Buyer } from '../../server/accounts/policy';
import * as calls from '../../server/addresses/contract';
import { findViolations } from '../support/axe';
import { delayFirst } from '../support/delay-first';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const DAYTON = {
  company: 'Ridgeline Outfitters',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '9372245678',
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).locator(`[name=${name}]`);
const cards = (page: Page) => page.locator('#settings-addresses article');
const card = (page: Page, text: string) => cards(page).filter({ hasText: text });
const errors = (page: Page) => dialog(page).locator('.error').allInnerTexts();

const add = async (buyer: Buyer, address: object = {}) =>
  (
    await (
      await environment.factory.as(buyer)
    ).call(calls.createAddress, {}, { address: { ...DAYTON, ...address } })
  ).body;
const saved = async (buyer: Buyer) =>
  (await (await environment.factory.as(buyer)).call(calls.listAddresses, {})).body.addresses;

async function openAddresses(buyer: Buyer, expected: readonly RegExp[] = []) {
  const page = await openSignedIn(environment.browser, environment.factory, buyer, {
    expected,
    // Axe reads faded colors while a dialog appears.
    reducedMotion: 'reduce',
  });
  await page.goto('/settings');
  await page.waitForURL((url) => url.pathname === '/settings/addresses');
  await page.locator('#settings-addresses[data-ready]').waitFor();
  return page;
}

async function fill(page: Page, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const input = field(page, name);
    if (name === 'region' || name === 'country') await input.selectOption(value);
    else await input.fill(value);
  }
}

test('a buyer adds addresses, moves the default, edits one and deletes one', async () => {
  const buyer = await environment.factory.aBuyer({ name: 'Ridgeline Outfitters' });
  const page = await openAddresses(buyer);
  await page.getByText('Add the address where you receive goods. You can add several.').waitFor();
  await button(page, 'Add Address').click();
  expect(await field(page, 'company').inputValue()).toBe('Ridgeline Outfitters');
  expect(await field(page, 'default').count()).toBe(0);
  await fill(page, {
    line1: DAYTON.line1,
    city: 'Dayton',
    region: 'OH',
    postal_code: '45403',
    phone: '937 224 5678',
  });
  await dialog(page).getByLabel('No', { exact: true }).check();
  await dialog(page).getByLabel('Delivery appointment required').check();
  await fill(page, { hours: 'Mon–Fri 8–4', instructions: 'Call at the gate' });
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Save Address').click();
  await dialog(page).waitFor({ state: 'detached' });
  const first = card(page, '400 Linden Ave');
  await first.getByText('Default', { exact: true }).waitFor();
  await first.getByText('Dayton, OH 45403').waitFor();
  await first.getByText('(937) 224-5678').waitFor();
  await first.getByText('No loading dock · Appointment required · Mon–Fri 8–4').waitFor();
  await first.getByText('Call at the gate').waitFor();

  await button(page, 'Add Address').click();
  await fill(page, {
    country: 'CA',
    line1: '80 Elgin St',
    city: 'Ottawa',
    region: 'ON',
    postal_code: 'k1a0b1',
    phone: '613 555 0123',
  });
  await button(page, 'Save Address').click();
  await card(page, 'Ottawa, ON K1A 0B1').getByText('Canada').waitFor();
  await card(page, 'Ottawa').getByRole('button', { name: 'Make Default' }).click();
  await card(page, 'Ottawa').getByText('Default', { exact: true }).waitFor();
  expect((await cards(page).first().innerText()).includes('Ottawa')).toBe(true);

  await card(page, 'Dayton').getByRole('button', { name: 'Edit' }).click();
  expect(await field(page, 'hours').inputValue()).toBe('Mon–Fri 8–4');
  await fill(page, { line1: '402 Linden Ave' });
  await button(page, 'Save Address').click();
  await card(page, '402 Linden Ave').waitFor();

  await card(page, 'Ottawa').getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('heading', { name: 'Delete this address?' }).waitFor();
  await dialog(page).getByText('Offers and orders keep their copy.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Delete Address').click();
  await card(page, 'Ottawa').waitFor({ state: 'detached' });
  await card(page, '402 Linden Ave').getByText('Default', { exact: true }).waitFor();
  expect((await saved(buyer)).map(({ line1, version }) => [line1, version])).toEqual([['402 Linden Ave', 2]]);
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});

test('errors stand beside their fields, and nothing typed is lost', async () => {
  const buyer = await environment.factory.aBuyer();
  const page = await openAddresses(buyer, [/ERR_FAILED/]);
  await button(page, 'Add Address').click();
  await fill(page, { company: '', line1: 'PO Box 12', instructions: 'Ring twice' });
  await button(page, 'Save Address').click();
  await dialog(page).getByText("Carriers can't deliver to a PO Box. Enter a street address.").waitFor();
  expect(await errors(page)).toEqual([
    'Required',
    "Carriers can't deliver to a PO Box. Enter a street address.",
    'Required',
    'Choose a state',
    'Enter a ZIP code like 45402 or 45402-1234',
    'Required',
  ]);
  // The focus is at the first of them.
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'company');
  expect(await findViolations(page)).toEqual([]);

  await fill(page, {
    company: 'Ridgeline',
    line1: '12 Main St',
    city: 'Wildwood',
    region: 'WI',
    postal_code: '63005',
    phone: '12345',
  });
  await button(page, 'Save Address').click();
  await dialog(page).getByText('ZIP code 63005 is in MO, not WI').waitFor();
  expect(await errors(page)).toEqual(['ZIP code 63005 is in MO, not WI', 'Enter a valid phone number']);
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'postal_code');
  expect(await field(page, 'instructions').inputValue()).toBe('Ring twice');

  await fill(page, { region: 'MO', phone: '314 555 0123' });
  await page.route('**/marketplace/addresses', (route) => route.abort());
  await button(page, 'Save Address').click();
  await dialog(page).getByText('Check your connection and try again.').waitFor();
  await page.unroute('**/marketplace/addresses');
  await button(page, 'Save Address').click();
  await card(page, 'Wildwood, MO 63005').waitFor();
  await page.context().close();
});

test('a change of another window is told, and the typed values can still be saved', async () => {
  const buyer = await environment.factory.aBuyer();
  const address = await add(buyer);
  const page = await openAddresses(buyer);
  await card(page, 'Dayton').getByRole('button', { name: 'Edit' }).click();
  await fill(page, { line1: '500 Linden Ave' });
  const client = await environment.factory.as(buyer);
  const elsewhere = { ...DAYTON, line1: '18 River St', version: address.version };
  await client.call(calls.updateAddress, { id: address.id }, { address: elsewhere });
  await button(page, 'Save Address').click();
  await dialog(page).getByText('This address changed. Review it and save again.').waitFor();
  await dialog(page).getByText('18 River St').waitFor();
  expect(await field(page, 'line1').inputValue()).toBe('500 Linden Ave');
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Save Address').click();
  await card(page, '500 Linden Ave').waitFor();

  await card(page, 'Dayton').getByRole('button', { name: 'Edit' }).click();
  await fill(page, { line1: '501 Linden Ave' });
  await client.call(calls.deleteAddress, { id: address.id });
  await button(page, 'Save Address').click();
  await dialog(page).getByText('This address was deleted. Save to add it again.').waitFor();
  await button(page, 'Save Address').click();
  await card(page, '501 Linden Ave').waitFor();
  expect((await saved(buyer)).map(({ line1 }) => line1)).toEqual(['501 Linden Ave']);
  await page.context().close();
});

test('addresses are kept by keyboard alone', async () => {
  const buyer = await environment.factory.aBuyer({ name: 'Ridgeline Outfitters' });
  const page = await openAddresses(buyer);
  const isFocused = (name: string) =>
    page.waitForFunction((wanted) => document.activeElement?.textContent?.trim() === wanted, name);
  await button(page, 'Add Address').focus();
  await page.keyboard.press('Enter');
  await field(page, 'line1').waitFor();
  await field(page, 'line1').focus();
  await page.keyboard.type('400 Linden Ave');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Dayton');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ohio');
  await page.keyboard.press('Tab');
  await page.keyboard.type('45403');
  await page.keyboard.press('Tab');
  await page.keyboard.type('9372245678');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await card(page, 'Dayton, OH 45403').waitFor();
  await isFocused('Add Address');

  await card(page, 'Dayton').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await isFocused('Delete');
  await page.keyboard.press('Enter');
  await button(page, 'Delete Address').focus();
  await page.keyboard.press('Enter');
  await cards(page).waitFor({ state: 'detached' });
  await isFocused('Add Address');
  await page.context().close();
});

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

test('what was typed is lost after a question alone, and the focus returns to where it was', async () => {
  const page = await openAddresses(await environment.factory.aBuyer());
  const question = page.getByRole('dialog', { name: 'Close without saving this address?' });
  await button(page, 'Add Address').click();
  await field(page, 'line1').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });

  await button(page, 'Add Address').click();
  await fill(page, { city: 'Dayton' });
  for (const again of ['Escape', 'Keep Editing', 'Close'] as const) {
    await page.keyboard.press('Escape');
    await question.waitFor();
    expect(await findViolations(page)).toEqual([]);
    if (again === 'Escape') await page.keyboard.press('Escape');
    else await question.getByRole('button', { name: again, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('city');
    expect(await field(page, 'city').inputValue()).toBe('Dayton');
  }
  // By a press beside it, too.
  await page.mouse.click(2, 2);
  await question.getByRole('button', { name: 'Close Without Saving' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Add Address');
  await page.context().close();
});

test('a form is sent once, by Enter, a double click and Esc while it is sending', async () => {
  const buyer = await environment.factory.aBuyer();
  const page = await openAddresses(buyer);
  await button(page, 'Add Address').click();
  await field(page, 'line1').fill(DAYTON.line1);
  await page.keyboard.press('Enter');
  await dialog(page).locator('[name=city]:focus').waitFor();
  await fill(page, { city: 'Dayton', region: 'OH', postal_code: '45403', phone: DAYTON.phone });
  await delayFirst(page, '**/addresses');
  await page.keyboard.press('Enter');
  await button(page, 'Save Address').dblclick();
  for (const key of ['Escape', 'Enter', 'Escape']) await page.keyboard.press(key);
  expect(await dialog(page).count()).toBe(1);
  await dialog(page).waitFor({ state: 'detached' });
  await card(page, 'Dayton').waitFor();
  expect(await focused(page)).toBe('Add Address');
  expect((await saved(buyer)).length).toBe(1);
  await page.context().close();
});
