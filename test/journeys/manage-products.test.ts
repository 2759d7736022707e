import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { findViolations } from '../support/axe';
import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment();

const units = (page: Page, name: string) => page.getByLabel(`Units of ${name}`, { exact: true });
const price = (page: Page, name: string) => page.getByLabel(`Asking price of ${name}`, { exact: true });
const status = (page: Page) => page.getByLabel('Status', { exact: true });
const act = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: what }).click();
};
const bar = (page: Page) => page.getByRole('region', { name: 'Selected products' });

async function aShopkeeper() {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  const made = [];
  for (const [n, name] of ['Lamp', 'Chair', 'Table'].entries())
    made.push(
      await factory.aProduct({
        seller,
        name,
        units: BigInt(10 * (n + 1)),
        msrp_cents: cents(1_000 * (n + 1)),
        seller_price_cents: cents(500),
      }),
    );
  const stored = (name: string) =>
    factory.db('products').where({ seller_id: seller.seller_id, name }).first();
  return { factory, seller, stored, page: await openSignedIn(environment.browser, factory, seller) };
}

test('amounts are changed where they stand, by keyboard, judged at once and taken back', async () => {
  const { page, stored, factory } = await aShopkeeper();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.waitForURL('**/dashboard?view=table');
  await page.getByLabel('Sort').selectOption('Name, A to Z');
  await page.waitForURL('**/dashboard?sort=name&view=table');

  await units(page, 'Chair').click();
  await page.keyboard.type('1,250');
  await page.keyboard.press('Enter');
  expect(await units(page, 'Lamp').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Undo units of Chair' }).waitFor();
  expect(await stored('Chair')).toMatchObject({ units: 1_250n });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('0');
  await page.getByText('Units must be greater than 0').waitFor();
  await page.keyboard.press('Escape');
  expect(await units(page, 'Chair').inputValue()).toBe('1,250');
  await page.getByRole('button', { name: 'Undo units of Chair' }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name=units]')?.value === '20',
  );
  expect(await stored('Chair')).toMatchObject({ units: 20n });

  await price(page, 'Lamp').fill('10.01');
  await page.getByText('Must be less than or equal to Unit MSRP').waitFor();
  await price(page, 'Lamp').fill('4.5');
  await price(page, 'Lamp').press('Enter');
  await page.getByRole('row', { name: /Lamp/ }).getByText('55%').waitFor();
  expect(await stored('Lamp')).toMatchObject({ seller_price_cents: 450 });

  // Sold meanwhile: what is there now is shown, and no sale is undone.
  const lamp = await stored('Lamp');
  await factory
    .db('products')
    .where({ id: lamp?.id ?? 0 })
    .update({ units: 3n });
  await units(page, 'Lamp').fill('100');
  await units(page, 'Lamp').press('Enter');
  await page.getByText('Stock changed to 3 units. Check the quantity and save again.').waitFor();
  expect(await stored('Lamp')).toMatchObject({ units: 3n });

  // Back leads to what was chosen before, and a reload shows the same.
  await page.reload();
  await units(page, 'Chair').waitFor();
  await page.goBack();
  await page.waitForURL('**/dashboard?view=table');
});

test('many are changed at once, and what could not be is named', async () => {
  const { page, stored, factory, seller } = await aShopkeeper();
  await factory.anOffer({
    seller,
    lines: [{ product: await factory.aProduct({ seller, name: 'Lamp on offer', msrp_cents: cents(4_000) }) }],
  });
  await page.goto('/dashboard?view=table');
  await page.getByLabel('Select Lamp', { exact: true }).check();
  await page.getByLabel('Select Table', { exact: true }).press('Space');
  await bar(page).getByText('2 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Set Price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set asking price for 2 products' });
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Asking price').fill('15');
  await dialog.getByLabel('Asking price').press('Enter');
  await page.getByText('1 changed, 1 could not be changed.').waitFor();
  await page.getByText('Lamp: Must be less than or equal to Unit MSRP').waitFor();
  expect(await stored('Table')).toMatchObject({ seller_price_cents: 1_500 });
  expect(await stored('Lamp')).toMatchObject({ seller_price_cents: 500 });

  await page.getByLabel('Select the 4 shown').check();
  await bar(page).getByText('4 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete 4 products?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('3 deleted, 1 could not be deleted.').waitFor();
  await page
    .getByText("Lamp on offer: This product is in an open offer or order, so it can't be deleted")
    .waitFor();
  await page.getByText('1 product', { exact: true }).waitFor();
});

test('a bulk change is undone by keyboard, except where a product changed since', async () => {
  const { page, stored, factory } = await aShopkeeper();
  await page.goto('/dashboard?view=table');
  await page.getByLabel('Select the 3 shown').check();
  await bar(page).getByRole('button', { name: 'Set Units' }).click();
  await page.getByRole('dialog').getByLabel('Units').fill('500');
  await page.keyboard.press('Enter');
  await page.getByText('3 changed.').waitFor();
  expect(await stored('Lamp')).toMatchObject({ units: 500n });
  // Sold meanwhile.
  await factory
    .db('products')
    .where({ id: (await stored('Chair'))?.id ?? 0 })
    .update({ units: 490n });
  // What was pressed is gone: the way on leads from what came of it.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await page.keyboard.press('Enter');
  await page.getByText('2 undone, 1 could not be undone.').waitFor();
  await page.getByText("Chair: Changed again since, so it wasn't undone").waitFor();
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0);
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll<HTMLInputElement>('input[name=units]')]
        .map(({ value }) => value)
        .join() === '30,490,10',
  );
  expect(await stored('Lamp')).toMatchObject({ units: 10n });
  expect(await stored('Chair')).toMatchObject({ units: 490n });
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Chair');
});

test('all results of a search are selected only on request', async () => {
  const { page, factory, seller } = await aShopkeeper();
  await factory.db.raw(
    `insert into products (seller_id, name, upc, provisional)
     select ?, 'Plate ' || n, cast(30000000 + n as text), true from generate_series(1, 61) as n`,
    [seller.seller_id],
  );
  await page.goto('/dashboard?view=table');
  await page.getByLabel('Search products').fill('plate');
  await page.getByText('61 products').waitFor();
  expect(new URL(page.url()).search).toBe('?name=plate&view=table');
  await page.getByLabel('Select the 60 shown').check();
  await bar(page).getByText('60 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Select All 61' }).click();
  await bar(page).getByText('All 61 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Set Units' }).click();
  await page.getByRole('dialog').getByLabel('Units').fill('9000000000000000000');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('61 changed.').waitFor();
  const stored = await factory
    .db('products')
    .where({ seller_id: seller.seller_id, units: 9_000_000_000_000_000_000n })
    .pluck('name');
  expect(stored).toHaveLength(61);
  // Another status, another search: nothing is ticked any more.
  await status(page).selectOption('Sold out (0)');
  await page.getByText('No matches').waitFor();
  await bar(page).waitFor({ state: 'hidden' });
});

test('the view is remembered, all are counted, and the bar covers nothing that has the focus', async () => {
  const { page, factory, seller } = await aShopkeeper();
  for (let n = 1; n <= 20; n++) await factory.aProduct({ seller, name: `Mug ${n}` });
  await page.goto('/dashboard');
  await status(page).selectOption('All statuses (23)');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.waitForURL('**/dashboard?view=table');
  await page.goto('/dashboard/manage_products');
  const ticks = page.locator('tbody input[type=checkbox]');
  await ticks.first().waitFor();
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await page.goto('/dashboard');
  expect(await ticks.count()).toBe(0);
  await page.goto('/dashboard?view=table');

  const coveredFocus = () =>
    page.evaluate(() => {
      const held = document.activeElement?.getBoundingClientRect();
      const cover = document.querySelector('.bulk-foot')?.getBoundingClientRect();
      return held && cover && cover.height > 0 ? held.bottom > cover.top && held.top < cover.bottom : null;
    });
  // The row at the lower edge is where the bar appears.
  await ticks.nth(8).scrollIntoViewIfNeeded();
  await ticks.nth(8).evaluate((tick) => tick.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await ticks.nth(8).focus();
  await page.keyboard.press('Space');
  await bar(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('tr') !== null);
  expect(await coveredFocus()).toBe(false);
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.closest('tbody') !== null))
      expect(await coveredFocus()).toBe(false);
  }
  expect(await findViolations(page)).toEqual([]);
});

test('the profile shows what buyers will see while it is typed', async () => {
  const { page } = await aShopkeeper();
  await page.goto('/dashboard/manage_profile');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await page.getByLabel('Name').fill('Harbor & Pine');
  await page.getByLabel('Description').fill('Closeouts from the coast.');
  await preview.getByText('Harbor & Pine').waitFor();
  await preview.getByText('Closeouts from the coast.').waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test('a card says what would sell it better, and a click on that leads to its step', async () => {
  const { page } = await aShopkeeper();
  await page.goto('/dashboard');
  await page.locator('.product-card .readiness a').first().click();
  await page.waitForURL(/edit_product\/\d+\/(?!identifiers)\w+#/);
});

test('on a phone nothing in a row of the table covers another part of it', async () => {
  const { page } = await aShopkeeper();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard?view=table');
  await page.getByRole('button', { name: 'Actions for Lamp' }).waitFor();
  const covered = await page.locator('tbody tr').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const parts = [...row.querySelectorAll('.thumb, .own-name, .chip, td button, .badge, .line-only')];
      const boxes = parts.map((part) => part.getBoundingClientRect());
      return parts
        .filter((_part, index) =>
          boxes.some((other, at) => {
            const box = boxes[index];
            if (!box || at >= index) return false;
            return (
              box.left < other.right &&
              other.left < box.right &&
              box.top < other.bottom &&
              other.top < box.bottom
            );
          }),
        )
        .map(({ textContent }) => textContent);
    }),
  );
  expect(covered).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
});

test('on a phone price and units of a row are changed in a dialog of their own', async () => {
  const { page, stored } = await aShopkeeper();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard?view=table');
  await page.getByRole('button', { name: 'Set price and units of Lamp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lamp' });
  await dialog.getByLabel('Units').fill('77');
  await dialog.getByLabel('Asking price').fill('4.25');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Lamp/ });
  await row.getByText('77 units').waitFor();
  await row.getByText('$4.25').waitFor();
  expect(await stored('Lamp')).toMatchObject({ units: 77n, seller_price_cents: 425 });
});

test('a seller of many products sees them as a table until the cards are chosen', async () => {
  const { page, factory, seller } = await aShopkeeper();
  await factory.db.raw(
    `insert into products (seller_id, name, upc, provisional)
     select ?, 'Plate ' || n, cast(30000000 + n as text), true from generate_series(1, 47) as n`,
    [seller.seller_id],
  );
  await page.goto('/dashboard');
  await page.getByRole('table', { name: 'Your products, editable in place' }).waitFor();
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await page.goto('/dashboard');
  await page.locator('.product-card').first().waitFor();
  expect(await page.locator('tbody').count()).toBe(0);
});

test('a product is paused and resumed on its card and in the table, alone and with others, and the figures follow', async () => {
  const { page, stored } = await aShopkeeper();
  const counted = (name: string) => status(page).getByText(name).waitFor({ state: 'attached' });
  const liveFigure = page.getByRole('link', { name: /Live products/ });
  await page.goto('/dashboard');
  await act(page, 'Lamp', 'Pause Product');
  await page.getByText('Lamp paused. Buyers no longer see it.').waitFor();
  const menu = page.getByRole('button', { name: 'Actions for Lamp' });
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await stored('Lamp')).toMatchObject({ paused: true, provisional: false });
  await counted('Paused (1)');
  await counted('Live (2)');
  expect(await liveFigure.innerText()).toContain('2');
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('row', { name: /Lamp/ }).getByText('Paused').waitFor();
  await page.getByLabel('Select the 3 shown').check();
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await page.getByText('2 paused, 1 unchanged.').waitFor();
  await status(page).selectOption('Paused (3)');
  await page.waitForURL('**/dashboard?status=paused&view=table');
  await page.getByLabel('Select the 3 shown').check();
  await bar(page).getByRole('button', { name: 'Resume' }).click();
  await page.getByText('3 resumed.').waitFor();
  await counted('Live (3)');
  expect(await liveFigure.innerText()).toContain('3');
  expect(await stored('Table')).toMatchObject({ paused: false });
});

test('without a complete profile nothing reads Live, and each product leads to the profile', async () => {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller({ logo: null });
  await factory.aProduct({ seller, name: 'Lamp' });
  const page = await openSignedIn(environment.browser, factory, seller);
  await page.goto('/dashboard');
  await status(page).getByText('Provisional (1)').waitFor({ state: 'attached' });
  await status(page).getByText('Live (0)').waitFor({ state: 'attached' });
  expect(await page.getByRole('link', { name: /Live products/ }).innerText()).toContain('0');
  expect(await page.locator('.product-card .badge').innerText()).toBe('Provisional');
  await page.getByRole('link', { name: 'Profile incomplete' }).click();
  await page.waitForURL('**/dashboard/manage_profile');
});
