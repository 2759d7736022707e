import type { Page } from 'playwright-core';
import { csv } from '../imports/files';
import { findViolations } from '../support/axe';
import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment();

const PHOTO = 'https://pictures.example.com/mug.jpg';

const rowOf = (upc: string | number, name: string, price = '5.50', units = '120') =>
  `${upc},${name},${PHOTO},$20.00,9,${price},${units}`;

async function anImporter() {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  return { factory, seller, page: await openSignedIn(environment.browser, factory, seller) };
}

async function upload(page: Page, content: string) {
  await page.goto('/dashboard/import_products/upload_csv');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lots.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
}

const chip = (page: Page, name: string) => page.getByRole('group', { name: 'Rows to show' }).getByText(name);

/** The label of the field in use, or the text of the cell. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });

const focusIs = (page: Page, wanted: string) =>
  page.waitForFunction(
    (text) =>
      (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === text,
    wanted,
  );

const THREE = csv([
  rowOf(1234567, 'Mug', '5.50'),
  rowOf(22345678, 'Cup', '', ''),
  rowOf(32345678, 'Pot', 'five'),
]);

test('by keyboard alone: arrows move, Tab finds the problems, Enter edits and checks, Escape undoes', async () => {
  const { page, factory, seller } = await anImporter();
  await upload(page, THREE);
  await chip(page, 'All').click();
  const upc = page.getByLabel('UPC, line 2');
  await upc.focus();
  const note = await upc.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${note}"]`).textContent()).toBe('Enter a UPC of 8 to 14 digits');
  expect(await upc.getAttribute('aria-invalid')).toBe('true');
  expect(await findViolations(page)).toEqual([]);

  // Tab goes from problem to problem, arrows to every cell.
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Unit Asking Price, line 3');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Units, line 3');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await focusIs(page, '5.50');
  await page.keyboard.press('Home');
  await focusIs(page, '2');
  for (const _step of [1, 2]) await page.keyboard.press('ArrowRight');
  await focusIs(page, 'Mug');

  // A cell without a problem is edited by Enter or by typing; Escape takes it back.
  await page.keyboard.press('Enter');
  await focusIs(page, 'Product Name, line 2');
  await page.keyboard.type('Blue mug');
  await page.keyboard.press('Escape');
  await focusIs(page, 'Mug');
  await page.keyboard.type('Red mug');
  expect(await page.getByLabel('Product Name, line 2').inputValue()).toBe('Red mug');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await focusIs(page, 'UPC, line 2');
  await page.keyboard.type('12345678');
  await page.keyboard.press('Enter');
  // The next problem has the focus at once; the answer moves nothing away.
  await focusIs(page, 'Unit Asking Price, line 3');
  await chip(page, "Can't be imported").waitFor({ state: 'hidden' });
  await page.locator('.import-grid del', { hasText: '1234567' }).waitFor();
  expect(await focused(page)).toBe('Unit Asking Price, line 3');
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('70');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await page.locator('[aria-current=step]', { hasText: 'Import' }).waitFor();
  await page.getByRole('button', { name: 'Submit CSV Products' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('3 products have been successfully imported!').waitFor();
  const products = await factory.db('products').where({ seller_id: seller.seller_id }).orderBy('upc');
  expect(products.map(({ name, seller_price_cents, units }) => [name, seller_price_cents, units])).toEqual([
    ['Red mug', 550, 120n],
    ['Cup', 400, 70n],
    ['Pot', 500, 120n],
  ]);
});

test('what was corrected is there in another tab and after leaving, with the value of the file', async () => {
  const { page } = await anImporter();
  await upload(page, THREE);
  await page.getByLabel('UPC, line 2').fill('12345678');
  await page.getByRole('button', { name: 'Check Again' }).click();
  await chip(page, "Can't be imported").waitFor({ state: 'hidden' });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await chip(other, 'All').click();
  await other.locator('.import-grid del', { hasText: '1234567' }).waitFor();
  // Corrections of both tabs hold.
  await other.getByLabel('Unit Asking Price, line 4').fill('5');
  await other.keyboard.press('Enter');
  await chip(other, 'Needs details 1').waitFor();
  await page.getByLabel('Unit Asking Price, line 3').fill('6');
  await page.getByLabel('Units, line 3').fill('7');
  await page.keyboard.press('Enter');
  await page.getByText('3 products will be imported.').waitFor();
});

test('what is entered while a check runs is checked after it, at once for all', async () => {
  const { page } = await anImporter();
  await upload(page, csv(Array.from({ length: 5 }, (_row, n) => rowOf(1_234_560 + n, `Mug ${n}`))));
  const checks: unknown[] = [];
  await page.route('**/import_previews/*', async (route) => {
    checks.push(route.request().postDataJSON());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByLabel('UPC, line 2').selectText();
  for (const n of [0, 1, 2, 3, 4]) {
    await focusIs(page, `UPC, line ${n + 2}`);
    await page.keyboard.type(String(12_345_670 + n));
    await page.keyboard.press('Enter');
  }
  await page.getByText('5 products will be imported.').waitFor();
  expect(checks.map((body) => Object.keys((body as { fixes: object }).fixes))).toEqual([
    ['2'],
    ['3', '4', '5', '6'],
  ]);
});

test('at 390 px: one row at a time, with its problems alone', async () => {
  const { page } = await anImporter();
  await page.setViewportSize({ width: 390, height: 844 });
  await upload(page, THREE);
  await chip(page, 'Needs details').click();
  const rows = page.getByRole('region', { name: 'Rows' });
  await rows.getByText('1 of 2').waitFor();
  await rows.getByText('Line 3').first().waitFor();
  await rows.getByText('Cup').waitFor();
  expect(await rows.getByRole('textbox').count()).toBe(2);
  expect(await findViolations(page)).toEqual([]);
  await rows.getByLabel('Unit Asking Price, line 3').fill('6');
  await rows.getByLabel('Units, line 3').fill('7');
  await rows.getByRole('button', { name: 'Next row' }).click();
  await rows.getByText('Asking five').waitFor();
  await rows.getByRole('button', { name: 'Previous row' }).click();
  // What was typed is kept while one looks at other rows.
  expect(await rows.getByLabel('Units, line 3').inputValue()).toBe('7');
  await page.getByRole('button', { name: 'Check Again' }).click();
  await rows.getByText('1 of 1').waitFor();
  await rows.getByText('Asking five').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('5,000 rows: few are in the document, the last ones come when they are scrolled to', async () => {
  const { page } = await anImporter();
  const rows = Array.from({ length: 5_000 }, (_row, n) =>
    rowOf(12_345_678 + n, `Mug ${n}`, n % 5 === 0 ? '' : '5.50'),
  );
  await upload(page, csv(rows));
  await chip(page, 'Needs details 1,000').waitFor();
  await page.getByLabel('Unit Asking Price, line 2', { exact: true }).waitFor();
  const answers: number[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes('/rows?')) answers.push((await answer.body()).length);
  });
  await chip(page, 'All').click();
  await page.locator('.import-grid td', { hasText: /^Mug 1$/ }).waitFor();
  expect(await page.locator('.import-grid .grid-row').count()).toBeLessThan(60);
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
  await page.locator('.import-grid td', { hasText: /^Mug 1$/ }).click();
  await page.keyboard.press('Control+End');
  await focusIs(page, 'Mug 4999');
  expect(await page.locator('.import-grid .grid-row').count()).toBeLessThan(60);
  await page.keyboard.press('PageUp');
  await focusIs(page, 'Mug 4989');
  await page.keyboard.press('Control+Home');
  await focusIs(page, '2');
  // The row in use stays while one scrolls away.
  await page.locator('.import-grid').evaluate((grid) => grid.scrollTo(0, 60_000));
  await page.locator('.import-grid td', { hasText: /^Mug 1500$/ }).waitFor();
  expect(await focused(page)).toBe('2');
  expect(answers.length).toBeLessThan(12);
  expect(Math.max(...answers)).toBeLessThan(200_000);

  // One fix for all rows with the value.
  await page.getByLabel('Empty (1,000 rows)').fill('4.50');
  await page.keyboard.press('Enter');
  await page.getByText('5,000 products will be imported.').waitFor();
});

test('the work begins high on the page, and nothing scrolls sideways at double text size', async () => {
  const { page } = await anImporter();
  await page.setViewportSize({ width: 1440, height: 900 });
  await upload(page, THREE);
  const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 999;
  await page.locator('.import-grid').waitFor();
  expect(await top('.import-bar')).toBeLessThanOrEqual(180);
  await page.getByRole('button', { name: 'Back to Match' }).click();
  expect(await top('.import-bar')).toBeLessThanOrEqual(180);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
