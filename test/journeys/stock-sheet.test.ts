import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { csv } from '../imports/files';
import { findViolations } from '../support/axe';
import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment();

// Pictures come from the test, not from the network.
const PHOTO = 'https://pictures.example.com/mug.jpg';
const row = (upc: number, units: number, price = '5.50') =>
  `${upc},Mug ${upc},${PHOTO},$20.00,9,${price},${units}`;
const UPCS = [12345678, 22345678, 32345678, 42345678];

async function chooses(page: Page, content: string) {
  await page.goto('/dashboard/import_products/upload_csv');
  const buffer = Buffer.from(content);
  await page.locator('input[type=file]').setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer });
}

/** As a file on disk that was last saved some days ago. */
async function choosesSaved(page: Page, content: string, days: number) {
  const path = join(mkdtempSync(join(tmpdir(), 'sheet-')), 'sheet.csv');
  const at = new Date(Date.now() - days * 86_400_000);
  writeFileSync(path, content);
  utimesSync(path, at, at);
  await page.goto('/dashboard/import_products/upload_csv');
  await page.locator('input[type=file]').setInputFiles(path);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit CSV Products' }).click();

async function aSellerWithStock() {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  const page = await openSignedIn(environment.browser, factory, seller);
  await page.route('https://pictures.example.com/**', (route) => route.fulfill({ status: 200, body: '' }));
  await chooses(page, csv(UPCS.map((upc) => row(upc, 100))));
  await submit(page);
  await page
    .getByRole('dialog', { name: 'Success!' })
    .getByRole('link', { name: 'Manage Products' })
    .waitFor();
  return { factory, seller, page };
}

const SHEET = csv([row(12345678, 40, '4.75'), row(22345678, 40), row(32345678, 100)]);

test.each([
  [1440, 900],
  [390, 844],
])(
  'a stock sheet shows what differs, updates it after a look, and is undone (%i px)',
  async (width, height) => {
    const { page, factory, seller } = await aSellerWithStock();
    await page.setViewportSize({ width, height });
    await chooses(page, SHEET);
    await page.getByRole('button', { name: '2 products differ from your file' }).waitFor();
    const differences = page.getByRole('region', { name: 'Differences' });
    const text = await differences.innerText();
    for (const part of ['Mug 12345678', 'Unit Asking Price', '$5.50', '$4.75', 'Units', '100', '40'])
      expect(text).toContain(part);
    await page.getByText('These products keep their values.').waitFor();

    await page.getByLabel('Update units and prices').check();
    expect(await page.getByLabel('Units (2)').isChecked()).toBe(true);
    await page.getByLabel('Asking price (1)').uncheck();
    await page.getByText('Units sold since then are taken off.').waitFor();
    await page.getByText('2 products will be updated. 1 product will stay unchanged.').waitFor();
    await page.getByLabel("Mark 1 product that isn't in this file as sold out").check();
    const button = page.getByRole('button', { name: 'Submit CSV Products' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel("That's 25% of your catalog. Type 1 to confirm").fill('1');
    await page.getByText('1 product will be marked as sold out.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await submit(page);

    const success = page.getByRole('dialog', { name: 'Success!' });
    await success.getByText('2 products have been updated.').waitFor();
    await success.getByText('1 product was marked as sold out.').waitFor();
    await success.getByRole('button', { name: 'Close' }).click();
    await page.getByText('1 of the updated products kept other values.').waitFor();
    const products = () =>
      factory
        .db('products')
        .where({ seller_id: seller.seller_id })
        .orderBy('upc')
        .select('units', 'seller_price_cents');
    const units = async () => (await products()).map((product) => product.units);
    expect(await units()).toEqual([40n, 40n, 100n, 0n]);
    expect((await products())[0]?.seller_price_cents).toBe(550);

    await page.getByRole('button', { name: 'Undo Update' }).click();
    const question = page.getByRole('dialog', { name: 'Undo the update of 3 products?' });
    await question.waitFor();
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Undo Update' }).click();
    await page.getByText('The update of 3 products was undone.').waitFor();
    expect(await units()).toEqual([100n, 100n, 100n, 100n]);
    await page.reload();
    await page.getByText('Update undone').waitFor();
    expect(await page.getByText('Import complete').count()).toBe(0);
  },
);

test('a sheet with other values says below the fixed text that products kept theirs', async () => {
  const { page } = await aSellerWithStock();
  await chooses(page, SHEET);
  await page.getByText('These products keep their values.').waitFor();
  await page.getByText('Nothing would change').waitFor();
  await submit(page);
  const nothing = page.getByRole('dialog', { name: 'No products imported' });
  await nothing
    .getByText('All products in this file were previously imported. No changes necessary.')
    .waitFor();
  await nothing.getByText('2 products differ from your file and kept their values.').waitFor();
  await nothing.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Import complete').waitFor();
  expect(await page.getByRole('button', { name: 'Undo Update' }).count()).toBe(0);
});

test('a sheet that is uploaded again says when it was imported, and brings no sold units back', async () => {
  const { page, factory, seller } = await aSellerWithStock();
  await chooses(page, SHEET);
  await page.getByLabel('Update units and prices').check();
  await page.getByText('2 products will be updated.').waitFor();
  await submit(page);
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  const ofSeller = () => factory.db('products').where({ seller_id: seller.seller_id }).orderBy('upc');
  const [mug] = await ofSeller();
  await factory
    .db('products')
    .where({ id: mug?.id ?? 0 })
    .update({ units: 35n });
  const sale = { product_id: mug?.id ?? 0, units: -5n, reason: 'sold' as const };
  await factory.db('stock_movements').insert(sale as never);

  await chooses(page, SHEET);
  await page.getByText(/^This file was imported on \w+ \d+, \d{4}, /).waitFor();
  await page.getByText('1 product has different values now.').waitFor();
  await page.getByLabel('Update units and prices').check();
  await page.getByText('When this file was first uploaded.').waitFor();
  expect(await page.getByLabel('Stock counted').inputValue()).not.toBe('');
  await page.getByText('3 products will stay unchanged.').waitFor();
  await submit(page);
  await page.getByRole('dialog', { name: 'No products imported' }).waitFor();
  expect((await ofSeller()).map(({ units }) => units)).toEqual([35n, 40n, 100n, 100n]);
});

test('rows that would break a rule are named with their reasons once columns are to be updated', async () => {
  const { page } = await aSellerWithStock();
  await chooses(page, csv([row(12345678, 40, '25'), row(22345678, 40, '4.75')]));
  await page.getByLabel('Update units and prices').check();
  await page.getByText('Must be less than or equal to Unit MSRP').first().waitFor();
  await page
    .getByText('1 product will be updated. 1 product differs from your file and will keep its values.')
    .waitFor();
  await page.getByRole('button', { name: 'Check values 1' }).waitFor();
});

test('a pure stock sheet is asked for no more than its columns', async () => {
  const { page } = await aSellerWithStock();
  await chooses(page, 'UPC,Units\n12345678,40\n22345678,100');
  await page.getByRole('button', { name: '1 product differs from your file' }).waitFor();

  await chooses(page, 'UPC,On hand\n12345678,40\n22345678,100');
  const match = page.getByRole('region', { name: 'Match columns' });
  await match.getByText('Suggested').waitFor();
  expect(await match.getByText('Needs your answer').count()).toBe(0);
  expect(await match.getByText('Required', { exact: true }).count()).toBe(1);
  await match.getByRole('button', { name: 'More fields' }).click();
  expect(await match.getByText('For new products').count()).toBe(6);

  await chooses(page, 'UPC,On hand\n12345678,40\n62345678,100');
  await match.getByText('Needs your answer').waitFor();
  expect(await match.getByText('Required for new products').count()).toBe(6);
});

test('a file that was saved days ago is counted then, and one of 45 days proposes no units', async () => {
  const { page } = await aSellerWithStock();
  await choosesSaved(page, SHEET, 2);
  await page.getByLabel('Update units and prices').check();
  await page.getByText('When this file was last saved.').waitFor();
  const shown = await page.getByLabel('Stock counted').inputValue();
  const counted = await page.evaluate((local) => Date.parse(local), shown);
  expect(Math.abs(Date.now() - 2 * 86_400_000 - counted)).toBeLessThan(300_000);

  await choosesSaved(page, SHEET, 45);
  await page.getByLabel('Update units and prices').check();
  await page.getByText("Units counted more than 30 days ago can't be updated.").waitFor();
  expect(await page.getByLabel('Asking price (1)').isChecked()).toBe(true);
  expect(await page.getByLabel('Units (2)').isChecked()).toBe(false);
  await page.getByLabel('Units (2)').check();
  await page.getByText('Enter a time within the last 30 days', { exact: true }).waitFor();
  await page.getByText('Checking your file').waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Submit CSV Products' }).isDisabled()).toBe(true);
});

test('many columns that no field is like are folded below those that match', async () => {
  const { page } = await aSellerWithStock();
  const tags = Array.from({ length: 9 }, (_tag, n) => `Tag ${n}`);
  await chooses(page, `UPC,Units,${tags}\n12345678,40,${tags}`);
  const match = page.getByRole('region', { name: 'Match columns' });
  await match.getByRole('button', { name: "Columns that aren't imported" }).click();
  await match.getByLabel('Field for “Tag 8”').waitFor();
  expect(await match.getByText('Needs your answer').count()).toBe(0);
});
