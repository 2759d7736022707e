import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { findViolations } from '../support/axe';
import { Factory } from '../support/factories';
import { answerLeaving } from '../support/leaving';
import { useTestEnvironment } from '../support/test-environment';
import { waitForIdle } from '../support/wait-for-idle';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment();

const PHOTOS = ['red', 'green', 'blue'].map((name) => `https://pictures.example.com/${name}.jpg`);
const field = (page: Page, name: string) => page.locator(`#main [name="${name}"]`);
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** On a phone. */
async function aSellerWith(photos = PHOTOS) {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  const [photo_1 = null, photo_2 = null, photo_3 = null] = photos;
  const product = await factory.aProduct({
    seller,
    name: 'Lamp',
    photo_1,
    photo_2,
    photo_3,
    category: 'home',
  });
  const page = await openSignedIn(environment.browser, factory, seller, {
    viewport: { width: 390, height: 844 },
    expected: [/check_upc/, /ERR_FAILED/],
  });
  await page.route('https://pictures.example.com/**', (route) => route.fulfill({ status: 200, body: '' }));
  const stored = () => factory.db('products').where({ id: product.id }).first();
  return { factory, seller, product, page, stored, at: `/dashboard/edit_product/${product.id}` };
}

test('a UPC that cannot be checked does not block the wizard', async () => {
  const { page, factory } = await aSellerWith();
  await page.route('**/products/check_upc**', (route) => route.abort());
  await page.goto('/dashboard/new_product');
  await page.getByText('Step 1 of 7').waitFor();
  await field(page, 'name').fill('Chair');
  await field(page, 'upc').fill('12345678');
  await page.getByText("You can continue; we'll check it when you save.").waitFor();
  expect(await page.getByText('UPC is available').count()).toBe(0);
  await next(page).click();
  await page.waitForURL('**/description');
  expect(await factory.db('products').where({ upc: '12345678' }).first()).toMatchObject({ name: 'Chair' });
});

test.each([
  ['a person', 150],
  ['a scanner', 3],
])('a UPC is typed to its last digit by %s, and Enter goes on with all of it', async (_who, delay) => {
  const { page, factory, seller } = await aSellerWith();
  await page.goto('/dashboard/new_product');
  await waitForIdle(page);
  await field(page, 'name').fill('Toaster');
  await field(page, 'upc').focus();
  await page.keyboard.type('036000291452', { delay });
  expect(await field(page, 'upc').inputValue()).toBe('036000291452');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/description');
  const [saved] = await factory.db('products').where({ seller_id: seller.seller_id, name: 'Toaster' });
  expect(saved?.upc).toBe('036000291452');
});

test("the browser's Back from the second step of a new product leads to that product", async () => {
  const { page, factory } = await aSellerWith();
  await page.goto('/dashboard');
  await page.goto('/dashboard/new_product');
  await field(page, 'name').fill('Stool');
  await field(page, 'upc').fill('87654321');
  await page.getByText('UPC is available').waitFor();
  await next(page).click();
  await page.waitForURL('**/description');
  await page.goBack();
  await page.waitForURL(/edit_product\/\d+/);
  expect(await field(page, 'name').inputValue()).toBe('Stool');
  await field(page, 'name').fill('Bar stool');
  await next(page).click();
  await page.waitForURL('**/description');
  expect(await factory.db('products').where({ upc: '87654321' })).toMatchObject([{ name: 'Bar stool' }]);
  await page.goBack();
  await page.goBack();
  await page.waitForURL('**/dashboard');
});

test('a disabled Next says what the step still needs', async () => {
  const { page, factory, seller } = await aSellerWith();
  const draft = await factory.aProduct({ seller, provisional: true, photo_1: null });
  await page.goto(`/dashboard/edit_product/${draft.id}/description`);
  await page.getByText(/This step still needs .*a first photo\./).waitFor();
  expect(await next(page).isDisabled()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await page.goto('/dashboard/new_product');
  await page.getByText('This step still needs a name and a UPC.').waitFor();
});

test('Back keeps what was typed; leaving for elsewhere asks first', async () => {
  const { page, at, stored } = await aSellerWith(PHOTOS);
  await page.goto(`${at}/quantity`);
  await field(page, 'units').fill('77');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/pricing');
  await next(page).click();
  await page.waitForURL('**/quantity');
  await page.getByText('You have unsaved changes from an earlier visit.').waitFor();
  expect(await field(page, 'units').inputValue()).toBe('77');
  expect((await stored())?.units).not.toBe(77n);

  await page.getByText('Step 4 of 7 · Quantity').click();
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Dimensions' }).click();
  await answerLeaving(page, 'Keep Editing');
  expect(new URL(page.url()).pathname).toBe(`${at}/quantity`);
  await next(page).click();
  await page.waitForURL('**/details');
  expect((await stored())?.units).toBe(77n);
  // Saved is saved: nothing is brought back any more.
  await page.goto(`${at}/quantity`);
  expect(await page.getByText('unsaved changes from an earlier visit').count()).toBe(0);
});

test("the browser's Back and Forward ask before they leave what was typed; staying changes nothing", async () => {
  const { page, at, stored } = await aSellerWith(PHOTOS);
  const isShown = (step: string) =>
    page.waitForFunction(
      (name) => document.querySelector(`#product-wizard[data-ready] form[aria-label="${name}"]`),
      step,
    );
  const go = (...distances: number[]) =>
    page.evaluate((all) => {
      for (const distance of all) history.go(distance);
    }, distances);
  const isQuantityAmongFive = () =>
    page.waitForFunction(
      (path) => history.state.turbo.restorationIndex === 2 && location.pathname === path,
      `${at}/quantity`,
    );

  await page.goto(`${at}/description`);
  await waitForIdle(page);
  for (const step of ['Pricing', 'Quantity', 'Details', 'Dimensions']) {
    await next(page).click();
    await isShown(step);
  }
  for (const step of ['Details', 'Quantity']) {
    await go(-1);
    await isShown(step);
  }
  const entries = await page.evaluate(() => history.length);

  await field(page, 'units').fill('77');
  // The second of two is pressed before the question of the first.
  for (const distances of [[-1], [-1, -1], [1], [1, 1], [2], [-1, 1], [-1]]) {
    await go(...distances);
    await answerLeaving(page, 'Keep Editing');
    await isQuantityAmongFive();
    expect(await field(page, 'units').inputValue()).toBe('77');
  }
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await go(-1);
  await answerLeaving(page, 'Leave Without Saving');
  await isShown('Pricing');
  await go(1);
  await isShown('Quantity');
  expect(await field(page, 'units').inputValue()).not.toBe('77');

  await field(page, 'units').fill('78');
  await next(page).click();
  await isShown('Details');
  await go(-1);
  await isShown('Quantity');
  expect((await stored())?.units).toBe(78n);
});

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('Save keeps the seller on the step, and what was typed meanwhile stays unsaved', async () => {
  const { page, at, stored } = await aSellerWith(PHOTOS);
  await page.goto('/dashboard/new_product');
  await waitForIdle(page);
  expect(await save(page).count()).toBe(0);

  await page.goto(`${at}/quantity`);
  await waitForIdle(page);
  expect(await page.getByText('Unsaved changes').count()).toBe(0);
  await field(page, 'units').fill('77');
  await page.getByText('Unsaved changes').waitFor();
  let arrive = () => undefined as unknown;
  const arrived = new Promise((resolve) => {
    arrive = () => resolve(undefined);
  });
  await page.route('**/products/*', async (route) => {
    await arrived;
    await route.continue();
  });
  const sent = page.waitForRequest('**/products/*');
  await save(page).click();
  await sent;
  await field(page, 'min_order_units').fill('5');
  arrive();
  await page.waitForFunction(() => document.querySelector('.wizard-foot [aria-busy]') === null);
  expect((await stored())?.units).toBe(77n);
  expect(await field(page, 'min_order_units').inputValue()).toBe('5');
  await page.getByText('Unsaved changes').waitFor();
  expect(new URL(page.url()).pathname).toBe(`${at}/quantity`);

  await save(page).press('Enter');
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  expect(await page.getByText('Unsaved changes').count()).toBe(0);
  expect(await save(page).evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  expect(await stored()).toMatchObject({ units: 77n, min_order_units: 5n });
  // Nothing is unsaved, so nothing is asked.
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/pricing');
  await field(page, 'seller_price_cents').press('Enter');
  await page.waitForURL('**/quantity');
});

test('the bar is in view while a product is edited, but not at double text size on a phone', async () => {
  const { page, at } = await aSellerWith(PHOTOS);
  await page.goto(`${at}/description`);
  await waitForIdle(page);
  const bottom = () => page.locator('.wizard-foot').evaluate((bar) => bar.getBoundingClientRect().bottom);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1_000);
  expect(await bottom()).toBeLessThanOrEqual(844);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await bottom()).toBeGreaterThan(844);
});

test('a price is changed from Manage Products in two clicks', async () => {
  const { page, stored } = await aSellerWith(PHOTOS);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Edit price of Lamp' }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'seller_price_cents');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1.23');
  await save(page).click();
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  expect((await stored())?.seller_price_cents).toBe(123);
});

test('Discard brings back what was saved, and asks first where much is lost', async () => {
  const { page, at } = await aSellerWith(PHOTOS);
  const discard = page.getByRole('button', { name: 'Discard', exact: true });
  await page.goto(`${at}/pricing`);
  await waitForIdle(page);
  const price = await field(page, 'seller_price_cents').inputValue();
  await field(page, 'seller_price_cents').fill('1.23');
  await discard.click();
  await discard.waitFor({ state: 'detached' });
  expect(await field(page, 'seller_price_cents').inputValue()).toBe(price);
  expect(await focused(page)).toBe('Pricing');

  await page.goto(`${at}/description`);
  await page.locator('trix-editor').fill('A lamp. '.repeat(30));
  await discard.click();
  const dialog = page.getByRole('dialog', { name: 'Discard your changes to this step?' });
  await dialog.getByRole('button', { name: 'Keep Editing' }).click();
  expect(await page.locator('trix-editor').innerText()).toContain('A lamp.');
  await discard.click();
  await dialog.getByRole('button', { name: 'Discard Changes' }).click();
  await discard.waitFor({ state: 'detached' });
  await page.waitForFunction(
    () => !document.querySelector<HTMLElement>('trix-editor')?.innerText.includes('A lamp.'),
  );
  expect(await focused(page)).toBe('Description');
});

test('a number below zero reads the bound of its field, and no suggestion is negative', async () => {
  const { page, at } = await aSellerWith(PHOTOS);
  const cases: [step: string, name: string, typed: string, error: string][] = [
    ['pricing', 'msrp_cents', '-4', 'Price must be greater than $0'],
    ['quantity', 'min_order_units', '-1', 'Must be 0 or greater'],
    ['quantity', 'units', '-5', 'Units must be greater than 0'],
    ['dimensions', 'length', '-1', 'Must be a positive number'],
    ['packaging', 'inner_quantity', '-10', 'Must be a positive number'],
    ['packaging', 'outer_quantity', '-3', 'Must be a positive number'],
  ];
  for (const [step, name, typed, error] of cases) {
    await page.goto(`${at}/${step}`);
    await waitForIdle(page);
    await field(page, name).fill(typed);
    await field(page, name).blur();
    expect(await page.locator('.wizard-form .error').allInnerTexts()).toEqual([error]);
    expect(
      await next(page)
        .or(page.getByRole('button', { name: 'Finish' }))
        .isDisabled(),
    ).toBe(true);
  }
  await field(page, 'outer_quantity').fill('10');
  await field(page, 'inner_quantity').fill('10');
  await field(page, 'inner_count').fill('-1');
  await field(page, 'inner_count').blur();
  expect(await page.locator('.wizard-form .error').allInnerTexts()).toEqual(['Must be a positive number']);
  expect(await page.getByRole('button', { name: 'Use Total' }).count()).toBe(0);
});

test('a pasted number that cannot be read stays as it was, with its error, and is not saved', async () => {
  const { page, at } = await aSellerWith(PHOTOS);
  const paste = (name: string, text: string) =>
    field(page, name).evaluate((input: HTMLInputElement, pasted) => {
      input.select();
      document.execCommand('insertText', false, pasted);
    }, text);
  await page.goto(`${at}/quantity`);
  await waitForIdle(page);
  for (const text of ['1.5', '1e3', '1,5']) {
    await paste('units', text);
    await page.getByText('Enter a whole number', { exact: true }).waitFor();
    expect(await field(page, 'units').inputValue()).toBe(text);
    expect(await next(page).isDisabled()).toBe(true);
  }
  await paste('units', '1,000');
  await page.getByText('Enter a whole number', { exact: true }).waitFor({ state: 'detached' });
  await field(page, 'units').press('End');
  await page.keyboard.type('5');
  expect(await field(page, 'units').inputValue()).toBe('10,005');

  await page.goto(`${at}/pricing`);
  await waitForIdle(page);
  await paste('msrp_cents', '1.234,56');
  await field(page, 'msrp_cents').blur();
  await page.getByText('Enter a price like 9.99', { exact: true }).waitFor();
  expect(await field(page, 'msrp_cents').inputValue()).toBe('1.234,56');
  expect(await next(page).isDisabled()).toBe(true);
  await page.getByText('Fix the errors above.').waitFor();
});

test('on a phone the steps are folded away, and open by keyboard and before the scripts are there', async () => {
  const { page, at, seller, factory } = await aSellerWith(PHOTOS);
  await page.route('**/build/**/*.js', (route) => route.abort());
  await page.goto(`${at}/quantity`);
  const steps = page.getByRole('navigation', { name: 'Steps' });
  expect(await steps.getByRole('link').count()).toBe(0);
  await page.getByText('Step 4 of 7 · Quantity').click();
  expect(await steps.getByRole('link').count()).toBe(7);
  await steps.getByRole('link', { name: 'Pricing Completed' }).click();
  await page.waitForURL('**/pricing');

  const draft = await factory.aProduct({ seller, name: 'Vase', provisional: true, photo_1: null });
  await page.unroute('**/build/**/*.js');
  await page.goto(`/dashboard/edit_product/${draft.id}`);
  await waitForIdle(page);
  await steps.getByText('1 required').waitFor();
  await page.locator('.wizard-chooser > summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Description');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/description');
});

const tiles = (page: Page) => page.getByRole('button', { name: /^Photo \d of/ });
const photoValues = (page: Page) =>
  page
    .locator('.photo-urls input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).filter(Boolean));

test('photos are put in another order by keyboard, and the hand stays where it was', async () => {
  const { page, at, stored } = await aSellerWith(PHOTOS);
  await page.goto(`${at}/description`);
  await waitForIdle(page);
  await page.getByRole('button', { name: 'Photo 1 of 3, cover' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await field(page, 'photo_2').inputValue()).toBe(PHOTOS[0]);
  expect(await focused(page)).toBe('Photo 2 of 3');
  await page.getByText('Photo moved to place 2 of 3.').waitFor();
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toBe('Photo 3 of 3');
  // There is no further place.
  await page.keyboard.press('ArrowRight');
  expect(await photoValues(page)).toEqual([PHOTOS[1], PHOTOS[2], PHOTOS[0]]);
  await next(page).click();
  await page.waitForURL('**/pricing');
  expect(await stored()).toMatchObject({ photo_1: PHOTOS[1], photo_2: PHOTOS[2], photo_3: PHOTOS[0] });
});

test('photos are dragged, moved by buttons and removed without gaps', async () => {
  const { page, at, stored } = await aSellerWith(PHOTOS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${at}/description`);
  await waitForIdle(page);
  const middle = async (tile: number) => {
    const box = await tiles(page).nth(tile).boundingBox();
    if (!box) throw new Error('no tile');
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await middle(2)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(0)), { steps: 5 });
  await page.mouse.up();
  expect(await photoValues(page)).toEqual([PHOTOS[2], PHOTOS[0], PHOTOS[1]]);

  await tiles(page).nth(1).click();
  await page.getByRole('button', { name: 'Move photo 2 back' }).click();
  expect(await focused(page)).toBe('Photo 3 of 3');
  expect(await photoValues(page)).toEqual([PHOTOS[2], PHOTOS[1], PHOTOS[0]]);

  await tiles(page).nth(1).hover();
  await page.getByRole('button', { name: 'Remove photo 2' }).click();
  expect(await focused(page)).toBe('Photo 2 of 2');
  expect(await photoValues(page)).toEqual([PHOTOS[2], PHOTOS[0]]);
  await page.keyboard.press('Delete');
  await page.waitForFunction(() => document.activeElement?.id === 'add-photos');
  expect(await findViolations(page)).toEqual([]);
  await next(page).click();
  await page.waitForURL('**/pricing');
  expect(await stored()).toMatchObject({ photo_1: PHOTOS[2], photo_2: null, photo_3: null });
});

test('a pasted URL becomes a photo, one of a blocked host says so, and text is left alone', async () => {
  const { page, at } = await aSellerWith(PHOTOS.slice(0, 1));
  const paste = (text: string) =>
    page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  await page.goto(`${at}/description`);
  await waitForIdle(page);
  await paste('a lamp of brass');
  await paste(`${PHOTOS[1]}\n${PHOTOS[2]}`);
  await page.getByRole('button', { name: 'Photo 3 of 3' }).waitFor();
  expect(await photoValues(page)).toEqual(PHOTOS);
  expect(await field(page, 'photo_4').isVisible()).toBe(false);
  await paste('https://ibb.co/lamp.jpg');
  await page
    .getByText('Photo URL cannot link to drive.google.com, dropbox.com, imgur.com, or ibb.co')
    .waitFor();
  expect(await field(page, 'photo_4').isVisible()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove photo 4' }).click();
  await paste([1, 2, 3].map((name) => `https://pictures.example.com/${name}.jpg`).join(' '));
  await page.getByText('A product can have up to five photos. 1 was not added.').waitFor();
});

test('several photos chosen at once go to the empty places, and the rest is named', async () => {
  const { page, at, stored } = await aSellerWith(PHOTOS.slice(0, 2));
  await page.goto(`${at}/description`);
  await waitForIdle(page);
  const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#7a5' } })
    .png()
    .toBuffer();
  const files = ['a', 'b', 'c', 'd'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer }));
  await page.locator('input[name=photo_3_file]').setInputFiles(files);
  await page.getByText('A product can have up to five photos. 1 was not added.').waitFor();
  await page.getByText('A photo is still uploading.').waitFor({ state: 'hidden' });
  for (const n of [3, 4, 5]) await page.getByRole('button', { name: `Remove photo ${n}` }).waitFor();
  await next(page).click();
  await page.waitForURL('**/pricing');
  const { photo_1, photo_2, photo_3, photo_4, photo_5 } = (await stored()) ?? {};
  expect([photo_1, photo_2]).toEqual(PHOTOS.slice(0, 2));
  expect(new Set([photo_3, photo_4, photo_5]).size).toBe(3);
  for (const photo of [photo_3, photo_4, photo_5]) expect(photo).toMatch(/^[0-9a-f-]{36}$/);
});

test('units may be confirmed later: the step says what that means and can be skipped', async () => {
  const { page, at, factory, product } = await aSellerWith(PHOTOS);
  await factory.db('products').where({ id: product.id }).update({ units: null });
  await page.goto(`${at}/quantity`);
  await page.getByText('Buyers see “TBD” (units to be confirmed)').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await page.waitForURL('**/details');
});

test('after Next, Back and Skip the focus is on the form of the step, and Tab goes into it', async () => {
  const { page, at, factory, product } = await aSellerWith(PHOTOS);
  await factory.db('products').where({ id: product.id }).update({ units: null });
  const isFocused = (step: string) =>
    page.waitForFunction(
      (name) => document.activeElement?.matches('form') && document.activeElement.ariaLabel === name,
      step,
    );
  await page.goto(`${at}/description`);
  await waitForIdle(page);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await next(page).press('Enter');
  await isFocused('Pricing');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('form')?.ariaLabel)).toBe('Pricing');
  await next(page).press('Enter');
  await isFocused('Quantity');
  await page.getByRole('link', { name: 'Skip', exact: true }).press('Enter');
  await isFocused('Details');
  await page.getByRole('link', { name: 'Back', exact: true }).press('Enter');
  await isFocused('Quantity');
});

test('nothing is red before it was left out', async () => {
  const { page, factory, seller } = await aSellerWith(PHOTOS);
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.goto('/dashboard/new_product');
  await page.getByRole('navigation', { name: 'Steps' }).getByText('Required').first().waitFor();
  expect(await page.locator('.wizard-steps .overdue').count()).toBe(0);
  const draft = await factory.aProduct({ seller, name: 'Vase', provisional: true, photo_1: null });
  await page.goto(`/dashboard/edit_product/${draft.id}/pricing`);
  await page.locator('.wizard-steps > ol .overdue', { hasText: 'Description' }).waitFor();
});

test('a photo on its way is waited for', async () => {
  const { page, at, stored } = await aSellerWith(PHOTOS.slice(0, 1));
  let arrive = () => undefined as unknown;
  const arrived = new Promise((resolve) => {
    arrive = () => resolve(undefined);
  });
  await page.route('**/uploads/**', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`${at}/description`);
  await waitForIdle(page);
  const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#7a5' } })
    .png()
    .toBuffer();
  await page
    .locator('input[name=photo_2_file]')
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer });
  await page.getByText('A photo is still uploading.').waitFor();
  expect(await next(page).isDisabled()).toBe(true);
  arrive();
  await page.getByText('A photo is still uploading.').waitFor({ state: 'hidden' });
  await next(page).click();
  await page.waitForURL('**/pricing');
  expect((await stored())?.photo_2).toMatch(/^[0-9a-f-]{36}$/);
});

test('an address without an image shows an error; another one shows its image', async () => {
  const { page, at } = await aSellerWith(PHOTOS.slice(0, 1));
  const body = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#7a5' } })
    .png()
    .toBuffer();
  await page.route('**/lamp.png', (route) => route.fulfill({ contentType: 'image/png', body }));
  await page.goto(`${at}/description`);
  await waitForIdle(page);
  const message = page.getByText('No image loads from this URL. Check it or upload a file.');
  await message.waitFor();
  // The seller goes on without waiting for the upload.
  expect(await next(page).isDisabled()).toBe(false);
  await page.getByText('Image URLs').click();
  await field(page, 'photo_1').fill('https://pictures.example.com/lamp.png');
  await message.waitFor({ state: 'hidden' });
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('.photo-tile img')?.naturalWidth === 400,
  );
  const file = { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.locator('[name=photo_2_file]').setInputFiles(file);
  await page.getByText("This file isn't a readable image. Choose another.").waitFor();
});

test('an imported product without units opens at Quantity and says what publishing takes', async () => {
  const { factory, seller, page } = await aSellerWith();
  const product = await factory.aProduct({
    seller,
    name: 'Imported Bowl',
    units: null,
    provisional: true,
    provisional_errors: { units: 'Units must be greater than 0' },
  });
  const stored = () => factory.db('products').where({ id: product.id }).first();
  const at = `/dashboard/edit_product/${product.id}`;
  const chooser = page.locator('.wizard-chooser');
  await page.goto(at);
  await page.getByText('Step 4 of 7 · Quantity').waitFor();
  await page.getByText('To publish this product, add units.').waitFor();
  await waitForIdle(page);
  await chooser.locator('summary').click();
  const steps = page.getByRole('navigation', { name: 'Steps' });
  expect(await steps.getByRole('listitem').filter({ hasText: 'will publish' }).allInnerTexts()).toEqual([
    expect.stringContaining('Quantity'),
  ]);
  await steps.getByRole('link', { name: 'Identifiers' }).click();
  await page.getByText('Step 1 of 7 · Identifiers').waitFor();

  await page.goto(`${at}/pricing`);
  await waitForIdle(page);
  expect(await page.getByText('publishes the product').count()).toBe(0);
  await chooser.getByText('1 required').waitFor();
  expect(await page.getByRole('link', { name: 'Go to Quantity' }).getAttribute('href')).toBe(
    `${at}/quantity`,
  );
  await next(page).click();
  await page
    .getByText('Imported Bowl saved but not published. To publish this product, add units.')
    .waitFor();
  await page.waitForURL('**/quantity');
  expect(await stored()).toMatchObject({ provisional: true });

  await field(page, 'units').fill('12');
  await next(page).click();
  await page.getByText('Imported Bowl published.').waitFor();
  expect(await stored()).toMatchObject({ provisional: false, units: 12n });
  await page.waitForURL('**/details');
  expect(await page.getByText('Not published yet').count()).toBe(0);
});

test('a product of the wizard opens at Identifiers and publishes at Pricing', async () => {
  const { factory, seller, page } = await aSellerWith();
  const product = await factory.aProduct({
    seller,
    units: null,
    provisional: true,
    seller_price_cents: null,
  });
  await page.goto(`/dashboard/edit_product/${product.id}`);
  await page.getByText('Step 1 of 7 · Identifiers').waitFor();
  await waitForIdle(page);
  await page.locator('.wizard-chooser > summary').click();
  const steps = page.getByRole('navigation', { name: 'Steps' });
  expect(await steps.getByRole('link', { name: 'Pricing' }).innerText()).toContain(
    'Product will publish on this step!',
  );
  expect(await steps.getByRole('link', { name: 'Quantity' }).innerText()).toContain('Optional');
});

test('what a listing lacks leads to its field, and a photo that cannot be shown is named', async () => {
  const { page, at, product, factory } = await aSellerWith(PHOTOS.slice(0, 1));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.unroute('https://pictures.example.com/**');
  await page.route('https://pictures.example.com/**', (route) => route.abort());
  await page.goto('/dashboard');
  const card = page.getByRole('article').filter({ hasText: 'Lamp' });
  await card.getByRole('link', { name: 'Replace broken photo' }).press('Enter');
  await page.waitForURL(`**${at}/description#photo_1`);
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'photo_1');
  await page.getByRole('link', { name: 'Add a longer description (+15)' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TRIX-EDITOR');
  await page.getByRole('link', { name: 'Add condition (+15)' }).press('Enter');
  await page.waitForURL(`**${at}/details#condition`);
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'condition');
  await field(page, 'condition').selectOption('Open box');
  await next(page).click();
  await page.waitForURL('**/dimensions');
  await page.getByText(/^Ready \d+\/100$/).waitFor();
  expect(await page.getByRole('link', { name: /Add condition/ }).count()).toBe(0);
  expect(await factory.db('products').where({ id: product.id }).first()).toMatchObject({
    condition: 'open_box',
  });
}, 120_000);
