import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { createWantList } from '../../server/wants/contract';
import { computeWantGuides } from '../../server/wants/guides/compute';
import { wantJobs } from '../../server/wants/jobs';
import { findViolations } from '../support/axe';
import { runDueJobs } from '../support/jobs';
import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

/** A dialog that fades in has little contrast at first. */
const waitForAnimations = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

test('a buyer pastes a list, chooses among proposals, mends a line and adds what is ready to the cart', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ name: 'Copper Kettle', seller_price_cents: cents(550) });
  const choice = await factory.aProduct({ name: 'Walnut Tray Large' });
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto('/want_lists');
  await live(page);
  await page.getByText('No want lists yet').waitFor();
  await page.getByRole('button', { name: 'New Want List' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await dialog.getByText('Paste at least one line').first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  const text = `${product.upc}\t48\t4.75\nwalnut tray\t6\nsomething rare\t3\n${choice.upc}\t\t`;
  await dialog.getByLabel('Paste from a spreadsheet').fill(text);
  await dialog.getByLabel('Name').fill('Kitchen');
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await page.waitForURL(/\/want_lists\/\d+$/);
  await page.getByText('Reading the list').waitFor();
  await live(page);
  await runDueJobs(factory.services, wantJobs);
  await page.getByText('Asking $5.50 · your target $4.75').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Choose: walnut tray' }).click();
  await page.getByRole('dialog').getByLabel('Walnut Tray Large').check();
  await waitForAnimations(page);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Choose Product' }).click();
  await page.getByRole('button', { name: 'Add 2 to Cart' }).waitFor();

  await page.getByRole('link', { name: 'Problems' }).click();
  await page.waitForURL('**?status=problems');
  await page.getByRole('button', { name: /^Fix/ }).click();
  await page.getByRole('dialog').getByLabel('Quantity').fill('4');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Every line could be read.').waitFor();

  await page.getByRole('button', { name: 'Add 3 to Cart' }).click();
  const adding = page.getByRole('dialog', { name: 'Add to cart' });
  await adding.getByText('2 products').or(adding.getByText('1 product')).first().waitFor();
  await waitForAnimations(page);
  expect(await findViolations(page)).toEqual([]);
  await adding.getByRole('button', { name: 'Add to Cart' }).click();
  await page.locator('#alerts').getByText('Added to 2 carts.').waitFor();
  await page.getByRole('link', { name: 'In cart' }).click();
  await page.getByRole('link', { name: 'View Cart: walnut tray' }).waitFor();
  expect(await factory.db('wants').where({ buyer_id: buyer.buyer_id, status: 'drafted' })).toHaveLength(3);
});

test('a buyer enters the item of a line that came without one, and reads what is still missing', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ name: 'Slate Coaster' });
  const client = await factory.as(buyer);
  const text = 'UPC,Qty,Price\n8.12E+11,4,cheap';
  const { body } = await client.call(createWantList, {}, { want_list: { text } });
  await runDueJobs(factory.services, wantJobs);
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/want_lists/${body.want_list.id}`);
  await live(page);
  await page.getByRole('button', { name: 'Fix: Line 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('UPC, SKU or name').fill('!!');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Add a UPC, SKU or name').nth(1).waitFor();
  await waitForAnimations(page);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('UPC, SKU or name').fill(product.upc ?? '');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.locator('#alerts').getByText('Line saved. Enter a price like 9.99.').waitFor();
  await page.getByRole('button', { name: `Fix: ${product.upc}` }).click();
  await dialog.getByLabel('Target price').fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Add 1 to Cart' }).waitFor();
});

test('a buyer renames a list, and says until when its lines are watched', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  const { body } = await client.call(
    createWantList,
    {},
    { want_list: { name: 'Kitchen', text: 'kettle\t4' } },
  );
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/want_lists/${body.want_list.id}`);
  await page.getByRole('link', { name: 'Want Lists', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Kitchen' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit want list' });
  await dialog.getByLabel('Name').fill('x'.repeat(81));
  await dialog.getByRole('button', { name: 'Save List' }).click();
  await dialog.getByText('Maximum 80 characters').first().waitFor();
  await dialog.getByLabel('Name').fill('Bar');
  await dialog.getByLabel('Watch until').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Save List' }).click();
  await dialog.getByText('Enter a date in the future').first().waitFor();
  await waitForAnimations(page);
  expect(await findViolations(page)).toEqual([]);
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Watch until').fill(day);
  await dialog.getByRole('button', { name: 'Save List' }).click();
  await page.getByRole('heading', { name: 'Bar' }).waitFor();
  const list = await factory.db('want_lists').where({ id: body.want_list.id }).first('name', 'ends_on');
  expect(list).toMatchObject({ name: 'Bar', ends_on: day });
});

test('a seller sees on a product how many buyers want it', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, name: 'Pewter Jug' });
  await factory.aProduct({ seller });
  const upc = product.upc ?? '';
  for (let made = 0; made < 6; made++) {
    const { id: user_id, buyer_id } = await factory.aBuyer();
    const list = { buyer_id, user_id, name: 'Restock', stored_key: '', ends_on: '2090-01-01' };
    const [{ id: want_list_id } = { id: 0 }] = await factory.db('want_lists').insert(list).returning('id');
    const want = { want_list_id, buyer_id, line: 1, upc, gtin: upc.padStart(14, '0'), quantity: 80n };
    await factory.db('wants').insert(want);
  }
  await factory.transaction(computeWantGuides);
  const page = await openSignedIn(browser, factory, seller);
  const text = '5+ buyers want this, about 480 units';
  await page.goto('/dashboard/manage_products?view=cards');
  await page.getByRole('article').filter({ hasText: 'Pewter Jug' }).getByText(text).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.goto('/dashboard/manage_products?view=table');
  await page.getByRole('row').filter({ hasText: 'Pewter Jug' }).getByText(text).waitFor();
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  await page.getByText(text).waitFor();
});

test('a member who may only read sees lists and lines, without a button that would be refused', async () => {
  const { factory, browser } = environment;
  const owner = await factory.aBuyer();
  const product = await factory.aProduct();
  const client = await factory.as(owner);
  const want_list = { name: 'Kitchen', text: `${product.upc},2` };
  const { body } = await client.call(createWantList, {}, { want_list });
  await runDueJobs(factory.services, wantJobs);
  const page = await openSignedIn(browser, factory, await factory.aMember(owner, 'viewer'));
  await page.goto('/want_lists');
  await live(page);
  await page.getByText('1 ready').waitFor();
  expect(await page.getByRole('button', { name: /^(New Want List|Actions for Kitchen)/ }).count()).toBe(0);
  expect(await page.getByLabel('Email me').isDisabled()).toBe(true);
  await page.goto(`/want_lists/${body.want_list.id}`);
  await live(page);
  await page.getByRole('link', { name: product.name }).waitFor();
  expect(await page.getByRole('button', { name: /^(Add|Edit)/ }).count()).toBe(0);
});
