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
  await live(page);
  await runDueJobs(factory.services, wantJobs);
  await page.getByRole('cell', { name: 'Asking $5.50 · your target $4.75', exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Choose: walnut tray' }).click();
  await page.getByRole('dialog').getByLabel('Walnut Tray Large').check();
  await waitForAnimations(page);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Choose Product' }).click();
  await page.getByRole('button', { name: 'Add 2 to Cart' }).waitFor();

  await page.getByRole('link', { name: 'Problems' }).click();
  await page.waitForURL('**?status=problems');
  await page.getByLabel('Quantity').fill('4');
  await page.getByLabel('Quantity').press('Enter');
  await page.getByText('Every line could be read.').waitFor();

  await page.getByRole('button', { name: 'Add 3 to Cart' }).click();
  const adding = page.getByRole('dialog', { name: 'Add to cart' });
  await adding.getByText('2 products').or(adding.getByText('1 product')).first().waitFor();
  await waitForAnimations(page);
  expect(await findViolations(page)).toEqual([]);
  await adding.getByRole('button', { name: 'Add to Cart' }).click();
  await page.locator('#alerts').getByText('Added to your cart: 2 offers.').waitFor();
  await page.getByRole('link', { name: 'In cart' }).click();
  await page.getByRole('link', { name: 'View Cart: walnut tray' }).waitFor();
  expect(await factory.db('wants').where({ buyer_id: buyer.buyer_id, status: 'drafted' })).toHaveLength(3);
});

test('a buyer corrects faulty lines where they stand, by keyboard and by pasting cells', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ name: 'Slate Coaster' });
  const client = await factory.as(buyer);
  const text = `UPC,Qty,Price\n8.12E+11,4,cheap\n${product.upc},2 cases,5\n614141000036,x,\n614141000043,y,`;
  const { body } = await client.call(createWantList, {}, { want_list: { text } });
  await runDueJobs(factory.services, wantJobs);
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/want_lists/${body.want_list.id}`);
  await live(page);
  await page.getByText('You typed: 8.12E+11 · 4 · cheap').waitFor();
  await page.getByRole('button', { name: 'Fix: Line 2' }).click();
  const line = (number: number) => page.getByRole('listitem').filter({ hasText: `Line ${number}` });
  await line(2).getByText('You typed: 8.12E+11 · 4 · cheap').waitFor();
  await line(2).getByText('Add a UPC, SKU or name').waitFor();
  await line(2).getByText('Enter a price like 9.99').waitFor();
  expect(await line(2).getByLabel('Watch until').inputValue()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  expect(await findViolations(page)).toEqual([]);

  await line(2)
    .getByLabel('UPC, SKU or name')
    .fill(product.upc ?? '');
  await line(2).getByLabel('UPC, SKU or name').press('Enter');
  await line(2).getByText('Add a UPC, SKU or name').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === 'cheap');
  await page.keyboard.type('$5 ea');
  await page.keyboard.press('Enter');
  await page.locator('#alerts').getByText('1 line corrected.').waitFor();
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === '2 cases');

  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '48\t4.50\n1,200\t\n7\t3\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  expect(await line(4).getByLabel('Quantity').inputValue()).toBe('1,200');
  await page.getByRole('button', { name: 'Save 3 Lines' }).click();
  await page.getByText('Every line could be read.').waitFor();
  const wants = await factory
    .db('wants')
    .where({ buyer_id: buyer.buyer_id })
    .orderBy('line')
    .select('quantity', 'target_cents');
  expect(wants).toEqual([
    { quantity: 4n, target_cents: 500 },
    { quantity: 48n, target_cents: 450 },
    { quantity: 1200n, target_cents: null },
    { quantity: 7n, target_cents: 300 },
  ]);
});

test('a buyer takes the proposals of all lines on screen in one click', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  await factory.aProduct({ name: 'Cedar Trivet' });
  await factory.aProduct({ name: 'Cork Coaster' });
  const client = await factory.as(buyer);
  const text = 'cedar trivets\t4\ncork coasters\t5\nnothing like it\t2';
  const { body } = await client.call(createWantList, {}, { want_list: { text } });
  await runDueJobs(factory.services, wantJobs);
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/want_lists/${body.want_list.id}?status=proposed`);
  await live(page);
  await page.getByRole('button', { name: 'Use These 2 Products' }).click();
  await page.locator('#alerts').getByText('2 products chosen, ready to add to your cart.').waitFor();
  await page.getByRole('button', { name: 'Add 2 to Cart' }).waitFor();
  await page.getByRole('button', { name: 'Use These' }).waitFor({ state: 'detached' });
});

test('a buyer takes a proposal in one click, refuses others and takes that back, and is asked before a line goes', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ name: 'Bamboo Ladle', seller_price_cents: cents(320) });
  await factory.aProduct({ name: 'Beech Spatula' });
  const client = await factory.as(buyer);
  const text = 'bamboo ladles\t4\nbeech spatulas\t5\nnothing like it\t2';
  const { body } = await client.call(createWantList, {}, { want_list: { text } });
  await runDueJobs(factory.services, wantJobs);
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/want_lists/${body.want_list.id}`);
  await live(page);
  const row = page.getByRole('row').filter({ hasText: 'bamboo ladles' });
  await row.getByRole('cell', { name: 'Asking $3.20', exact: true }).waitFor();
  await row
    .getByText((await factory.db('sellers').where({ id: product.seller_id }).first('name'))?.name ?? '')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Use This: Bamboo Ladle' }).click();
  await page.getByRole('button', { name: 'Add 1 to Cart' }).waitFor();

  await page.getByRole('button', { name: 'Choose: beech spatulas' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'None of These' }).click();
  await page.getByText('None of the proposals is “beech spatulas”. We keep watching for it.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Use This: Beech Spatula' }).waitFor();

  await page.getByRole('button', { name: 'Edit: nothing like it' }).click();
  await page.getByRole('dialog').getByLabel('UPC, SKU or name').fill('spatula of beech');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Choose: spatula of beech' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Line' }).click();
  const asking = page.getByRole('dialog', { name: 'Remove “spatula of beech”?' });
  await asking.getByRole('button', { name: 'Cancel' }).click();
  expect(await factory.db('wants').where({ buyer_id: buyer.buyer_id })).toHaveLength(3);
  await page.getByRole('button', { name: 'Choose: spatula of beech' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Line' }).click();
  await asking.getByRole('button', { name: 'Remove Line' }).click();
  await page.locator('#alerts').getByText('Line removed.').waitFor();
  expect(await factory.db('wants').where({ buyer_id: buyer.buyer_id })).toHaveLength(2);
});

test('a list that could not be read is corrected from what was pasted', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  const want_list = { name: 'Kitchen', text: 'Item,Qty\n"Never closed,5' };
  const { body } = await client.call(createWantList, {}, { want_list });
  await runDueJobs(factory.services, wantJobs);
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/want_lists/${body.want_list.id}`);
  await live(page);
  await page.getByRole('button', { name: 'Correct and Try Again' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Paste from a spreadsheet').inputValue()).toBe(want_list.text);
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Kitchen');
  await dialog.getByLabel('Paste from a spreadsheet').fill('Item,Qty\nNever closed,5');
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${body.want_list.id}`));
  await live(page);
  await runDueJobs(factory.services, wantJobs);
  await page.getByText('Never closed').waitFor();
  const lists = await factory.db('want_lists').where({ buyer_id: buyer.buyer_id }).select('name', 'state');
  expect(lists).toEqual([{ name: 'Kitchen', state: 'ready' }]);
});

test('a file names its list, a workbook is refused at once, and the name is edited on the page of the list', async () => {
  const { factory, browser } = environment;
  const page = await openSignedIn(browser, factory, await factory.aBuyer());
  await page.goto('/want_lists');
  await live(page);
  await page.getByRole('button', { name: 'New Want List' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const choose = (name: string, text: string) =>
    dialog.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('Spring order.xlsx', 'PK');
  await dialog.getByText('This is an Excel workbook.').waitFor();
  await choose('Spring order.csv', 'Item,Qty\nkettle,4');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Spring order');
  await waitForAnimations(page);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await page.getByRole('heading', { name: 'Spring order' }).waitFor();
  await live(page);
  await page.getByRole('button', { name: 'Edit List' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Summer order');
  await page.getByRole('dialog').getByRole('button', { name: 'Save List' }).click();
  await page.getByRole('heading', { name: 'Summer order' }).waitFor();
});

test('what is in the cart or an offer already is not offered again, and short lines are named', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const [few, inOffer] = [
    await factory.aProduct({ units: 20n, min_order_units: null }),
    await factory.aProduct(),
  ];
  const offer = await factory.anOffer({ buyer, state: 'seller_review', lines: [{ product: inOffer }] });
  const client = await factory.as(buyer);
  const text = `${few.upc}\t60\n${inOffer.upc}\t5`;
  const { body } = await client.call(createWantList, {}, { want_list: { text } });
  await runDueJobs(factory.services, wantJobs);
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto(`/want_lists/${body.want_list.id}`);
  await live(page);
  await page.getByText(`already in ${offer.offer_number}`).waitFor();
  await page.getByRole('button', { name: 'Add 1 to Cart' }).click();
  const adding = page.getByRole('dialog', { name: 'Add to cart' });
  await adding.getByText('1 line will get fewer units than you want.').waitFor();
  await adding.getByRole('button', { name: 'Add to Cart' }).click();
  await page
    .locator('#alerts')
    .getByText(
      'Added to your cart: 1 offer. 1 line got fewer units than you want. We keep watching for the rest.',
    )
    .waitFor();
  await page.getByText('The ready line is in your cart or in open offers already.').waitFor();
  expect(await page.getByRole('button', { name: /^Add/ }).count()).toBe(0);
});

test('on a phone a line is low, and its buttons and the cart are in reach', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const [ready] = [
    await factory.aProduct({ name: 'A Long Name of a Copper Kettle With a Whistle and a Lid' }),
  ];
  await factory.aProduct({ name: 'Walnut Tray Large, Hand Made in Vermont, Oiled' });
  const client = await factory.as(buyer);
  const text = `${ready.upc}\t48\t4.75\nwalnut trays\t6\t9\nnothing like it, whatever it is called\t2\nbroken\tx`;
  const { body } = await client.call(createWantList, {}, { want_list: { text } });
  await runDueJobs(factory.services, wantJobs);
  const page = await openSignedIn(browser, factory, buyer, { viewport: { width: 390, height: 844 } });
  await page.goto(`/want_lists/${body.want_list.id}`);
  await live(page);
  const rows = page.locator('tbody tr');
  await rows.nth(3).waitFor();
  expect(await rows.count()).toBe(4);
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(110);
  const cart = await page.getByRole('button', { name: 'Add 1 to Cart' }).boundingBox();
  expect(cart?.y).toBeGreaterThan(844 / 2);
  expect(await findViolations(page)).toEqual([]);
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
