import { productIdIn } from '../../../islands/curation/product-id';
import { focused, openAs as openPage } from '../../support/open-as';
import { useTestEnvironment } from '../../support/test-environment';

/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';

let staffEmail: string;

const environment = useTestEnvironment({ rateLimits: false });

beforeAll(async () => {
  staffEmail = (await environment.factory.staff()).email;
}, 120_000);

const openAs = (path: string, email = staffEmail) =>
  openPage(environment.browser, environment.server.origin, path, { email });

test('the product of a pasted address is its last path segment', () => {
  expect(productIdIn('https://example.com/all_products/7/42')).toBe(42);
  expect(productIdIn(' /all_products/7/42/?from=mail#top ')).toBe(42);
  expect(productIdIn('42')).toBe(42);
  for (const text of [
    '',
    '/',
    'https://example.com/all_products',
    '/all_products/7/-1',
    '/x/0',
    '/x/99999999999',
  ])
    expect(productIdIn(text)).toBeNull();
});

test('top sellers by keyboard: paste, look, add, remove', async () => {
  const product = await environment.factory.aProduct({ name: 'Enamel Mug' });
  const page = await openAs('/admin/top_sellers');
  await page.getByText('No products yet').waitFor();
  const field = page.getByLabel('Product URL');
  await field.fill('https://example.com/nothing');
  await page.getByText('Enter the URL of a product page').waitFor();
  await field.fill(`${environment.server.origin}/all_products/${product.seller_id}/999999`);
  await page.getByText('No product has this URL. Check it and try again').waitFor();
  expect(await page.getByRole('button', { name: 'Add' }).isDisabled()).toBe(true);
  await field.fill(`${environment.server.origin}/all_products/${product.seller_id}/${product.id}`);
  await page.getByText('50% off').waitFor();
  await field.press('Enter');
  const list = page.getByRole('list', { name: 'Top sellers' });
  await list.getByRole('link', { name: 'Enamel Mug' }).waitFor();
  await list.getByRole('button', { name: 'Actions for Enamel Mug' }).press('Enter');
  await list.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  await page.getByText('No products yet').waitFor();
  expect(await environment.factory.db('product_tags')).toEqual([]);
});

test('top sellers are put in order by buttons and by dragging; what is removed is put back where it was', async () => {
  for (const name of ['First Mug', 'Second Mug', 'Third Mug']) {
    const { id } = await environment.factory.aProduct({ name });
    await environment.factory.db('product_tags').insert({ tag: 'Top Sellers', product_id: id, position: id });
  }
  const page = await openAs('/admin/top_sellers');
  const list = page.getByRole('list', { name: 'Top sellers' });
  const names = () => list.getByRole('link').allInnerTexts();
  const kept = async () =>
    (
      await environment.factory
        .db('product_tags')
        .join('products', 'products.id', 'product_tags.product_id')
        .where({ tag: 'Top Sellers' })
        .orderBy('position')
        .pluck('name')
    ).join();
  const keeps = async (order: string) => {
    const orders = async () => [await kept(), (await names()).join()];
    for (let tries = 0; tries < 100 && (await orders()).some((now) => now !== order); tries++)
      await page.waitForTimeout(50);
    expect(await orders()).toEqual([order, order]);
  };
  const handle = 'Move Third Mug with the arrow keys';
  const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await list.getByRole('button', { name: handle }).press('ArrowUp');
  await keeps('First Mug,Third Mug,Second Mug');
  expect(await focusedLabel()).toBe(handle);
  await list.getByRole('button', { name: 'Actions for Third Mug' }).press('Enter');
  await list.getByRole('menuitem', { name: 'Move Up' }).press('Enter');
  await keeps('Third Mug,First Mug,Second Mug');
  expect(await focusedLabel()).toBe(handle);
  await list.getByRole('listitem').nth(2).dragTo(list.getByRole('listitem').nth(0));
  await keeps('Second Mug,Third Mug,First Mug');
  await list.getByRole('button', { name: 'Actions for Third Mug' }).press('Enter');
  await list.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  await page.getByText('Third Mug removed.').waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('li')?.textContent?.includes('First Mug'));
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await keeps('Second Mug,Third Mug,First Mug');
  await environment.factory.db('product_tags').delete();
});

test('a category gets a product that was searched for', async () => {
  await environment.factory.aProduct({ name: 'Copper Kettle', category: 'home' });
  const page = await openAs('/admin/categories');
  await page.getByRole('link', { name: 'Beauty' }).click();
  await page.waitForURL('**/admin/categories?category=beauty');
  await page.getByLabel('Search products').fill('kettle');
  await page.getByRole('button', { name: 'Add Copper Kettle' }).click();
  const added = page.getByRole('list', { name: 'Added to Beauty' });
  await added.getByRole('link', { name: 'Copper Kettle' }).waitFor();
  await added.getByRole('button', { name: 'Actions for Copper Kettle' }).click();
  await added.getByRole('menuitem', { name: 'Remove' }).click();
  await added.waitFor({ state: 'detached' });
});

test('a seller is made, edited, invited, and gets a product whose prices are typed in dollars', async () => {
  const page = await openAs('/admin/sellers');
  await page.route('https://example.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  );
  await page.getByRole('button', { name: 'New Seller' }).click();
  await page.getByRole('dialog', { name: 'New seller' }).getByLabel('Name').fill('Larkspur Goods');
  await page.getByRole('button', { name: 'Create Seller' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Larkspur Goods' });
  await editor.waitFor();
  await editor.getByLabel('TikTok followers').selectOption('500K+');
  await editor.getByLabel('Description').fill('Soap and towels.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByText('Saved.').waitFor();
  await editor.getByText('Saved.').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: /Larkspur Goods/ });
  await row.getByText('TikTok 500K+').waitFor();
  await row.getByRole('button', { name: 'Invite a user to Larkspur Goods' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite a user to Larkspur Goods' });
  await invite.locator('input:focus').waitFor();
  await page.keyboard.type(staffEmail);
  await page.keyboard.press('Enter');
  await invite.getByText('already has an account').waitFor();
  await invite.getByLabel('Email').fill('nobody');
  await page.keyboard.press('Enter');
  await invite.getByText('Please enter a valid email address').waitFor();
  expect(await invite.getByText('already has an account').count()).toBe(0);
  await invite.getByLabel('Email').fill('lark@example.com');
  await invite.getByRole('button', { name: 'Send Invitation' }).click();
  await row.getByText('Invited').waitFor();
  expect(await environment.factory.db('mails').where({ recipient: 'lark@example.com' })).toHaveLength(1);

  const seller = await environment.factory.db('sellers').where({ name: 'Larkspur Goods' }).first();
  await page.goto(`/admin/sellers/${seller?.id}/products`);
  await page.getByRole('button', { name: 'New Product' }).click();
  await page.getByLabel('Product name').fill('Towel');
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page.getByText('Required').first().waitFor();
  await page.getByLabel('UPC').fill('036000291452');
  await page.getByLabel('Unit MSRP').fill('20');
  await page.getByLabel('Unit Wholesale').fill('$12.5');
  await page.getByLabel('Unit Asking Price').fill('4.50');
  await page.getByLabel('Units', { exact: true }).fill('9000000000000000000');
  await page.getByText('Image URLs').click();
  await page.getByLabel('Photo 1 URL').fill('https://example.com/towel.jpg');
  await page
    .getByLabel('Add photos')
    .setInputFiles({ name: 'towel.png', mimeType: 'image/png', buffer: PNG });
  await page.getByPlaceholder('Uploaded file').waitFor();
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page
    .getByRole('table', { name: 'Products' })
    .getByRole('link', { name: 'Towel', exact: true })
    .waitFor();
  expect(
    await environment.factory
      .db('products')
      .where({ seller_id: seller?.id ?? 0 })
      .first(),
  ).toMatchObject({
    name: 'Towel',
    msrp_cents: 2_000,
    wholesale_cents: 1_250,
    seller_price_cents: 450,
    units: 9_000_000_000_000_000_000n,
    provisional: false,
  });
});

test("a seller's products are searched for by the words that stand in the field", async () => {
  const { factory } = environment;
  const seller = await factory.aSeller({ name: 'Fruit and Tins' });
  const { seller_id } = await factory.aProduct({ seller, name: 'Mango Slices' });
  await factory.aProduct({ seller, name: 'Empty Tins' });
  const page = await openAs(`/admin/sellers/${seller_id}/products`);
  const field = page.getByLabel('Search products');
  await field.fill('zzzz');
  await page.getByText('No matches').waitFor();
  await field.fill('mango');
  const product = (name: string) => page.getByRole('link', { name, exact: true });
  await product('Mango Slices').waitFor();
  expect(await product('Empty Tins').count()).toBe(0);
  await field.press('Escape');
  await product('Empty Tins').waitFor();
});

test('the staff bar is on every staff page, in the variant of their features, and on no other page', async () => {
  const page = await openAs('/admin/applications');
  const bar = page.locator('#top-nav').getByRole('navigation', { name: 'Staff' });
  expect(await bar.getByRole('link', { name: 'Applications' }).getAttribute('aria-current')).toBe('page');
  await bar.getByRole('link', { name: 'Insights' }).click();
  await page.waitForURL('**/admin/insights');
  const other = await environment.factory.staff({ features: ['alternate_routes'] });
  const alternate = await openAs('/admin/insights', other.email);
  await alternate.locator('#top-nav-alternate').getByRole('link', { name: 'All Products' }).waitFor();
  expect(await alternate.locator('#top-nav-alternate a[href="/"]').count()).toBe(0);
  expect(await alternate.locator('#top-nav-alternate a[href="/all_products"]').count()).toBe(1);
  await alternate.locator('#top-nav-alternate').getByRole('link', { name: 'Dashboard' }).click();
  await alternate.waitForURL('**/admin/insights');
  const buyer = await openAs('/all_products', (await environment.factory.aBuyer()).email);
  expect(await buyer.locator('.top-nav').count()).toBe(0);
});

test('a release note by keyboard: written, seen as it will be, published, and read by whom it is for', async () => {
  const { email: reader } = await environment.factory.aBuyer();
  const page = await openPage(environment.browser, environment.server.origin, '/admin/release_notes', {
    email: staffEmail,
    island: 'release-notes',
  });
  await page.getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.type('Imports show a preview.');
  await page.getByText('Choose an audience.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByText('Buyers will see this once').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Publish Note');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Publish this note?' });
  await question.getByText("It can't be changed or taken back.").waitFor();
  await question.getByRole('button', { name: 'Publish Note' }).press('Enter');
  const note = page.getByRole('region', { name: 'Published notes' }).getByRole('article').first();
  await note.getByText('Imports show a preview.').waitFor();
  await note.getByText('Read by 0 people').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  const buyer = await openAs('/all_products', reader);
  const dialog = buyer.getByRole('dialog', { name: 'New Features!' });
  await dialog.getByText('Imports show a preview.').waitFor();
  const seller = await openAs('/my_offers', (await environment.factory.aSeller()).email);
  await seller.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
  expect(await seller.getByRole('dialog').count()).toBe(0);
});

test("a person's page by keyboard: changes are saved, confirmed and in the history", async () => {
  const person = await environment.factory.aSeller({ name: 'Copper Pot' });
  const page = await openPage(environment.browser, environment.server.origin, `/admin/people/${person.id}`, {
    email: staffEmail,
    island: 'person',
  });
  const store = page.getByRole('switch', { name: /Store connection/ });
  await store.focus();
  await page.keyboard.press('Space');
  await page.getByText('Saved.').first().waitFor();
  await page.locator('aside').getByText('Store connection (Shopify)').first().waitFor();
  expect(await store.isChecked()).toBe(true);
  expect(await store.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Edit details' }).press('Enter');
  await page.getByLabel('Company').fill('Copper Pot & Sons');
  await page.keyboard.press('Enter');
  await page.locator('aside').getByText('Copper Pot & Sons').first().waitFor();
  expect(await environment.factory.db('sellers').where({ id: person.seller_id }).first('name')).toEqual({
    name: 'Copper Pot & Sons',
  });
});

test('a category by keyboard: found, added, and taken out again, with the focus in its place', async () => {
  await environment.factory.aProduct({ name: 'Tartan Leash', category: 'pet' });
  const page = await openPage(
    environment.browser,
    environment.server.origin,
    '/admin/categories?category=home',
    {
      email: staffEmail,
      island: 'category-curation',
    },
  );
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('tartan');
  const add = page.getByRole('button', { name: /Add.*Tartan Leash/ });
  await add.focus();
  await page.keyboard.press('Enter');
  const added = page.getByRole('region', { name: 'Added to Home' });
  await added.getByRole('link', { name: 'Tartan Leash' }).waitFor();
  expect(await page.getByRole('searchbox').evaluate((one) => one === document.activeElement)).toBe(true);
  await added.getByRole('button', { name: /Actions for/ }).press('Enter');
  await added.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  await added.getByText('No products yet').waitFor();
  expect(await focused(page)).toBe('Undo');
});
