import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { failAbandonedImports } from '../../server/imports/abandoned';
import { csv, largestFile } from '../imports/files';
import { findViolations } from '../support/axe';
import { Factory } from '../support/factories';
import { answerLeaving } from '../support/leaving';
import { until } from '../support/process';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment();

// Pictures come from the test, not from the network.
const PHOTO = 'https://pictures.example.com/mug.jpg';
const PRICES = '$20.00,9,$5.50,120';

async function chooses(page: Page, content: string, { name = 'lots.csv', mimeType = 'text/csv' } = {}) {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit CSV Products' }).click();
const modal = (page: Page, name: string) => page.getByRole('dialog', { name });

async function anImporter() {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  const page = await openSignedIn(environment.browser, factory, seller);
  await page.route('https://pictures.example.com/**', (route) => route.fulfill({ status: 200, body: '' }));
  return { factory, seller, page };
}

test('from the template to products, with issues, and then again with nothing to do', async () => {
  const { page } = await anImporter();
  await page.goto('/dashboard/import_products');
  await page.getByRole('link', { name: 'Download CSV Template' }).waitFor();
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
  await page.getByText('changed this UPC to 3.2E+11').first().waitFor();
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
  await page.getByText('Import complete').waitFor();
});

test('row after row is mended by keyboard: each leads to the next', async () => {
  const { page } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(
    page,
    csv([
      `1234567,Mug,${PHOTO},${PRICES}`,
      `2234567,Cup,${PHOTO},${PRICES}`,
      `32345678,Pot,${PHOTO},${PRICES}`,
    ]),
  );
  await page.getByLabel('UPC, line 2').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12345678');
  await page.keyboard.press('Enter');
  await page.getByLabel('UPC, line 2').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'UPC, line 3');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('22345678');
  await page.keyboard.press('Enter');
  // After the last correction the reader stays within the page, not at its top.
  await page.getByText('Rows to fix').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.closest('main') !== null);
});

test('renamed and reordered columns are matched, a problem is mended in place', async () => {
  const { page, factory, seller } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(
    page,
    [
      'Titel,Barcode,Image,Retail,Cost,Price,Qty',
      `Mug,12345678,${PHOTO},20,9,5,7`,
      `Cup,2234567,${PHOTO},20,9,5,7`,
    ].join('\n'),
  );
  await page.getByText('Choose the columns for Product Name.').waitFor();
  await page.getByLabel('Field for “Titel”').selectOption({ label: 'Product Name' });
  await page.getByText('Choose the columns for Product Name.').waitFor({ state: 'hidden' });
  // Problems follow once the columns are matched.
  await page.locator('[aria-current=step]', { hasText: 'Match' }).waitFor();
  expect(await page.getByText('Rows to fix').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[aria-current=step]', { hasText: 'Fix' }).waitFor();
  await page.getByText('Enter a UPC of 8 to 14 digits').first().waitFor();
  await page.getByLabel('UPC, line 3').fill('22345678');
  await page.getByRole('button', { name: 'Check Again' }).click();
  await page.getByText('Rows to fix').waitFor({ state: 'hidden' });
  await submit(page);
  await modal(page, 'Success!').getByText('2 products have been successfully imported!').waitFor();
  const stored = await factory
    .db('products')
    .where({ seller_id: seller.seller_id })
    .orderBy('upc')
    .pluck('name');
  expect(stored).toEqual(['Mug', 'Cup']);

  // Answers apply to this seller's next file, in any column order.
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(page, `Qty,Titel,Barcode,Image,Retail,Cost,Price\n7,Jar,32345678,${PHOTO},20,9,5`);
  await page.getByRole('button', { name: 'Back to Match' }).click();
  await page.getByText('Same as last import').first().waitFor();
  const names = page.getByLabel('Column for “Product Name”');
  expect(await names.locator('option:checked').textContent()).toBe('Titel');
  await submit(page);
  await modal(page, 'Success!').getByText('1 product has been successfully imported!').waitFor();
  expect(
    await factory.db('products').where({ seller_id: seller.seller_id, upc: '32345678' }).first(),
  ).toMatchObject({
    name: 'Jar',
    seller_price_cents: 500,
    units: 7n,
  });
});

test('titles above own headings are skipped, and another row can be made the header', async () => {
  const { page } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  const rows = [
    'Lager Nord,Stand heute,,,,,',
    'Nr,Ding,Foto,UVP,EK,VK,Menge',
    `12345678,Mug,${PHOTO},20,9,5,7`,
  ];
  await chooses(page, rows.join('\n'));
  const header = page.getByLabel('Header row');
  await header.waitFor();
  expect(await header.inputValue()).toBe('2');
  await page.getByLabel('Field for “Menge”').selectOption({ label: 'Units' });
  await header.selectOption('1');
  await page.getByLabel('Field for “Lager Nord”').waitFor();
  await header.selectOption('2');
  await page.getByLabel('Field for “Ding”').waitFor();
  await page.getByText('Choose the columns for UPC and Product Name.').first().waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test('Submit applies what was typed and not checked, and leaving asks before it is lost', async () => {
  const { page, factory, seller } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(page, csv([`2234567,Mug,${PHOTO},${PRICES}`, `32345678,Pot,${PHOTO},${PRICES}`]));
  await page.getByLabel('UPC, line 2').fill('22345678');
  await page.getByRole('link', { name: 'My Offers' }).first().click();
  await answerLeaving(page, 'Keep Editing');
  expect(await page.getByLabel('UPC, line 2').inputValue()).toBe('22345678');
  await chooses(page, csv([`42345678,Jar,${PHOTO},${PRICES}`]));
  await answerLeaving(page, 'Keep Editing');
  expect(await page.getByLabel('UPC, line 2').inputValue()).toBe('22345678');
  // Also after another look at the columns.
  await page.getByRole('button', { name: 'Back to Match' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.getByLabel('UPC, line 2').inputValue()).toBe('22345678');
  await submit(page);
  await modal(page, 'Success!').getByText('2 products have been successfully imported!').waitFor();
  const upcs = await factory
    .db('products')
    .where({ seller_id: seller.seller_id })
    .orderBy('upc')
    .pluck('upc');
  expect(upcs).toEqual(['22345678', '32345678']);
});

test('a corrected file of the same name can be chosen, and Back uploads nothing again', async () => {
  const { page } = await anImporter();
  const path = join(await mkdtemp(join(tmpdir(), 'lots-')), 'mine.csv');
  const bytesOf = (name: string) => readFile(join(__dirname, '../imports/files', `${name}.csv`));
  const browser = await page.context().newCDPSession(page);
  /** As a person's choice does it: without a change of the input nothing happens. */
  async function choose() {
    const { root } = await browser.send('DOM.getDocument');
    const { nodeId } = await browser.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'input[type=file]',
    });
    await browser.send('DOM.setFileInputFiles', { nodeId, files: [path] });
  }
  await writeFile(path, await bytesOf('u02-before'));
  await page.goto('/dashboard/import_products/upload_csv');
  await choose();
  await page.getByText("Line 2 can't be read").waitFor();
  await writeFile(path, await bytesOf('u02-after'));
  await choose();
  await page.getByText('1 product will be imported.').waitFor();

  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /presigned_urls|import_previews$/.test(request.url()))
      uploads.push(request.url());
  });
  await page.goto('/dashboard/manage_products');
  await page.goBack();
  await page.getByText('1 product will be imported.').waitFor();
  expect(uploads).toEqual([]);
});

test('a workbook gets a sentence that says how to save it as CSV', async () => {
  const { page } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await chooses(page, 'PK', { name: 'lots.xlsx', mimeType });
  await page
    .getByText('Incorrect file type. Please choose a .csv file. In Excel, choose File > Save As > CSV UTF-8')
    .waitFor();
  const renamed = await readFile(join(__dirname, '../imports/files/x-xlsx-renamed.csv'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lots.csv', mimeType: 'text/csv', buffer: renamed });
  await page
    .getByText('This is an Excel workbook, not a CSV file. In Excel, choose File > Save As')
    .waitFor();
});

test('an unknown column is asked about first, and a value with a warning keeps no row back', async () => {
  const { page } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(page, csv([`12345678,Mug,${PHOTO},${PRICES},Crockery,blue`], ',Category,Glaze'));
  const step = (name: string) => page.locator('[aria-current=step]', { hasText: name }).waitFor();
  await step('Match');
  expect(await page.getByRole('row').nth(1).textContent()).toContain('Glaze');
  await page.getByRole('button', { name: 'Continue' }).click();
  await step('Fix');
  await page.getByRole('heading', { name: 'Values to check' }).waitFor();
  await page.getByLabel('Category, line 2').waitFor();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);

  // A click is not lost while another change is still being counted.
  await page.route('**/import_previews/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Back to Match' }).click();
  await page.getByLabel('Field for “Glaze”').selectOption({ label: 'Seller Size' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Category, line 2').fill('Home');
  await page.getByRole('button', { name: 'Check Again' }).click();
  await page.getByRole('heading', { name: 'Values to check' }).waitFor({ state: 'hidden' });
  await step('Import');
  await page.getByRole('button', { name: 'Back to Match' }).click();
  const sizes = page.getByLabel('Column for “Seller Size”');
  expect(await sizes.locator('option:checked').textContent()).toBe('Glaze');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('1 product will be imported.').waitFor();
  await submit(page);
  await modal(page, 'Success!').waitFor();
  await page.keyboard.press('Escape');
  await step('Result');
  await page.getByText('1 product imported.').waitFor();
  await page.getByRole('heading', { name: '1 row in your file' }).waitFor();
});

test('the largest file is imported while one watches: the percentage never falls', async () => {
  const { page, factory, seller } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  const { text, rows } = largestFile();
  await chooses(page, text);
  await page.getByText(`${rows.toLocaleString('en-US')} products will be imported.`).waitFor();

  const percents: number[] = [];
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/imported_csvs/')) return;
    const { imported_percentage } = (await answer.json()) as { imported_percentage: number };
    percents.push(imported_percentage);
  });
  await page.evaluate(() => {
    const shown: number[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const bar = document.querySelector('progress');
      if (bar && bar.value !== shown.at(-1)) shown.push(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await submit(page);
  await modal(page, 'Importing').getByText('Importing your products').waitFor();
  await modal(page, 'Success!')
    .getByText(`${rows.toLocaleString('en-US')} products have been successfully imported!`)
    .waitFor({ timeout: 60_000 });

  const shown = await page.evaluate(() => (window as unknown as { shown: number[] }).shown);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  expect(shown.filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThanOrEqual(1);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  // The first look comes soon; from then on every two seconds.
  const polls = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('/imported_csvs/'))
      .map(({ startTime, responseEnd }) => ({ startTime, responseEnd })),
  );
  const gaps = polls.slice(1).map(({ startTime }, n) => startTime - (polls[n]?.responseEnd ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_900);
  const live = await factory
    .db('products')
    .where({ seller_id: seller.seller_id, provisional: false })
    .pluck('id');
  expect(live).toHaveLength(rows);
});

test('our own export, uploaded again, changes nothing', async () => {
  const { page, factory, seller } = await anImporter();
  await factory.aProduct({
    seller,
    name: '\'=SUM(A1), "x"\n-y',
    sku: '+49',
    description: '<div>A <b>mug</b></div>',
  });
  await factory.aProduct({ seller, upc: '000012345678', units: 9_000_000_000_000_000_000n, length: '4.500' });
  await factory.aProduct({ seller, provisional: true, msrp_cents: null, units: null });
  const stored = async () => [
    await factory.db('products').where({ seller_id: seller.seller_id }).orderBy('id'),
    await factory
      .db('stock_movements')
      .whereIn('product_id', factory.db('products').where({ seller_id: seller.seller_id }).select('id'))
      .orderBy('id'),
  ];
  const before = await stored();
  await page.goto('/dashboard/manage_products');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download My Products' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(page, file, { name: 'products.csv' });
  await page.getByText('3 products will stay unchanged, of which 1 needs details').waitFor();
  await submit(page);
  await modal(page, 'Imported with Issues').getByText('1 of 3 products requires attention!').waitFor();
  expect(await stored()).toEqual(before);
});

test('one leaves a preview and comes back, mends equal values at once, and brings the rest mended', async () => {
  const { page, factory, seller } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  const rows = Array.from({ length: 12 }, (_row, n) => `${12345678 + n},Mug ${n},${PHOTO},$20.00,9,,120`);
  await chooses(page, csv([...rows, `,Cup,${PHOTO},${PRICES}`]), { name: 'autumn.csv' });
  await page.getByText('Rows to fix').waitFor();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Bulk Add Products' }).first().click();
  await page.getByRole('link', { name: 'Continue with autumn.csv' }).click();

  await page.getByLabel('Empty (12 rows)').fill('5.50');
  await page.getByLabel('Empty (12 rows)').press('Enter');
  await page.getByText('12 products will be imported.').waitFor();
  await submit(page);
  await modal(page, 'Success!').getByText('12 products have been successfully imported!').waitFor();
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Remaining Rows' }).click(),
  ]);
  const rest = await readFile(await download.path(), 'utf8');
  expect(rest.trim().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/^,Cup,.*Line 14\. UPC: Required$/),
  ]);
  await page.getByRole('button', { name: 'Import Another File' }).click();
  await chooses(page, rest.replace('\r\n,Cup', '\r\n99999999,Cup'), { name: 'rejected.csv' });
  await submit(page);
  await modal(page, 'Success!').getByText('1 product has been successfully imported!').waitFor();
  const prices = await factory
    .db('products')
    .where({ seller_id: seller.seller_id })
    .pluck('seller_price_cents');
  expect(prices.map(Number)).toEqual(Array.from({ length: 13 }, () => 550));
});

test('a failed import shows its error and resumes where it stopped', async () => {
  const { page, factory, seller } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  await factory.db.raw(`alter table products add constraint no_vase check (name <> 'Vase') not valid`);
  await chooses(page, csv([`12345678,Vase,${PHOTO},${PRICES}`]));
  await submit(page);
  await modal(page, 'Importing').waitFor();
  await page.waitForURL(/import=\d+/);
  const key = `import ${new URL(page.url()).searchParams.get('import')}`;
  const jobs = () => factory.db('graphile_worker._private_jobs').where({ key });
  await until(async () => (await jobs().whereNotNull('last_error').whereNull('locked_at').first()) ?? false);
  await jobs().update({ attempts: factory.db.raw('max_attempts') as never });
  await failAbandonedImports(environment.server.services);
  await page.getByText('Import failed').waitFor();
  await page.reload();
  await page.getByText('a problem on our side').waitFor();
  await factory.db.raw('alter table products drop constraint no_vase');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await modal(page, 'Success!').getByText('1 product has been successfully imported!').waitFor();
  expect(await factory.db('products').where({ seller_id: seller.seller_id }).pluck('name')).toEqual(['Vase']);
});

test('a file that cannot be read says why before anything is imported', async () => {
  const { page } = await anImporter();
  await page.goto('/dashboard/import_products/upload_csv');
  await chooses(page, csv(['12345678,"Mug']));
  await page.getByText('A quotation mark on line 2 is never closed.').waitFor();
  expect(await page.getByRole('button', { name: 'Submit CSV Products' }).isDisabled()).toBe(true);
});
