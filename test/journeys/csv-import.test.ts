import type { Page } from 'playwright-core';
import { csv } from '../imports/files';
import { openBrowser, type TestBrowser } from '../support/browser';
import { World } from '../support/factories';
import { openShop, type Shop } from '../support/shop';
import { windowOf } from './people';

jest.setTimeout(120_000);

let shop: Shop;
let browser: TestBrowser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([openShop(), openBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await shop.close();
}, 30_000);

// No network is asked for pictures: the page shows those of its own.
const PHOTO = 'https://pictures.example.com/mug.jpg';
const PRICES = '$20.00,9,$5.50,120';

async function chooses(page: Page, content: string, { name = 'lots.csv', mimeType = 'text/csv' } = {}) {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit CSV Products' }).click();
const modal = (page: Page, name: string) => page.getByRole('dialog', { name });

async function anImporter() {
  const world = new World(shop);
  const seller = await world.aSeller();
  const page = await windowOf(browser, shop.origin, seller);
  await page.route('https://pictures.example.com/**', (route) => route.fulfill({ status: 200, body: '' }));
  return { world, seller, page };
}

test('from the template to products, with issues, and then again with nothing to do', async () => {
  const { page } = await anImporter();
  await page.goto('/dashboard/import_products');
  await page.getByRole('link', { name: 'Download CSV template' }).waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL('**/upload_csv');

  await chooses(page, 'x', { name: 'lots.pdf', mimeType: 'application/pdf' });
  await page.getByText('Incorrect file type. Please choose a .csv file.').waitFor();
  await chooses(page, ' '.repeat(4_000_000));
  await page.getByText('File is too large. Maximum file size is 4 MB.').waitFor();

  const file = csv([
    `12345678,Blue mug,${PHOTO},${PRICES}`,
    `22345678,Plate,${PHOTO},$20.00,9,$50,120`,
    `3.2E+11,Cup,${PHOTO},${PRICES}`,
  ]);
  await chooses(page, file);
  await page.getByText('has turned this UPC into 3.2E+11').first().waitFor();
  await submit(page);
  await modal(page, 'Importing').waitFor();
  const issues = modal(page, 'Imported with Issues');
  await issues.waitFor();
  await issues.getByText('1 of 2 products requires attention!').waitFor();
  await issues.getByText('Unit Asking Price: Must be less than or equal to Unit MSRP').waitFor();
  const edit = issues.getByRole('link', { name: 'Edit Plate' });
  expect(await edit.getAttribute('href')).toMatch(/^\/dashboard\/edit_product\/\d+$/);
  expect(await edit.getAttribute('target')).toBe('_blank');
  await issues.getByRole('link', { name: 'Manage Products' }).click();
  await page.waitForURL('**/dashboard/manage_products');
  await page.getByText('2 products').waitFor();
  await page.getByRole('link', { name: 'Asking price missing' }).waitFor();

  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(page, csv([`12345678,Blue mug,${PHOTO},${PRICES}`]));
  await submit(page);
  const nothing = modal(page, 'No products imported');
  await nothing
    .getByText('All products in this file were previously imported. No changes necessary.')
    .waitFor();
  await nothing.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('The import is done').waitFor();
});

test('renamed and reordered columns are matched, a problem is mended in place', async () => {
  const { page, world, seller } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(
    page,
    [
      'Titel,Barcode,Image,Retail,Cost,Price,Qty',
      `Mug,12345678,${PHOTO},20,9,5,7`,
      `Cup,2234567,${PHOTO},20,9,5,7`,
    ].join('\n'),
  );
  await page.getByText('Say which column holds: Product Name.').waitFor();
  await page.getByLabel('What “Titel” means').selectOption({ label: 'Product Name' });
  await page.getByText('UPC must be 8 to 14 digits').first().waitFor();
  await page.getByLabel('UPC, line 3').fill('22345678');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Rows that need you').waitFor({ state: 'hidden' });
  await submit(page);
  await modal(page, 'Success!').getByText('2 products have been successfully imported!').waitFor();
  const names = await world
    .db('products')
    .where({ seller_id: seller.seller_id })
    .orderBy('upc')
    .pluck('name');
  expect(names).toEqual(['Mug', 'Cup']);
});

test('a file that cannot be read says why before anything is imported', async () => {
  const { page } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(page, csv(['12345678,"Mug']));
  await page.getByText('A quotation mark on line 2 is never closed.').waitFor();
  expect(await page.getByRole('button', { name: 'Submit CSV Products' }).isDisabled()).toBe(true);
});
