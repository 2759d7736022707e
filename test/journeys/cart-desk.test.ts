import type { Page } from 'playwright-core';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lines = (page: Page) => page.locator('.cart-seller .cart-line');
const quantity = (page: Page) => page.locator('input[name=quantity]').first();

async function pageOf(buyer: Buyer, path: string) {
  const page = await openSignedIn(environment.browser, environment.factory, buyer);
  await page.goto(path);
  await live(page);
  return page;
}

interface Made {
  name?: string;
  units?: bigint;
  outer_quantity?: bigint;
  sell_by?: 'outer';
}

/** A cart of these products, 24 of each at $10.00. */
async function cartOf(made: readonly Made[], minimum?: number) {
  const seller = await environment.factory.aSeller();
  if (minimum)
    await environment.factory
      .db('sellers')
      .where({ id: seller.seller_id })
      .update({ min_order_cents: cents(minimum) });
  const ofSeller = [];
  for (const columns of made)
    ofSeller.push({
      product: await environment.factory.aProduct({ seller, units: 200n, ...columns }),
      quantity: 24n,
      unit_price: cents(1_000),
    });
  const offer = await environment.factory.anOffer({ seller, state: 'draft', lines: ofSeller });
  return { ...offer, page: await pageOf(offer.buyer, '/cart') };
}

const nameOf = async ({ seller_id }: Seller) =>
  (await environment.factory.db('sellers').where({ id: seller_id }).first('name'))?.name ?? '';
const storedLines = (offerId: number) =>
  environment.factory.db('offer_products').where({ offer_id: offerId }).orderBy('id');

test('the undo of a removed line is reached by Tab, brings it back, and is over after 10 s', async () => {
  const names = ['Cotton Tee', 'Enamel mug', 'Bar soap'];
  const { page, product } = await cartOf(names.map((name) => ({ name })));
  await page.getByRole('button', { name: 'Delete Cotton Tee' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Removed Cotton Tee.').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Undo', null, LIVE);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await lines(page).getByText('Cotton Tee').waitFor();

  // Dismissed by keyboard: the focus stays in the list.
  await page.getByRole('button', { name: 'Delete Bar soap' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Undo', null, LIVE);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Removed Bar soap.').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.closest('.steady'), null, LIVE);

  // Refused: the seller has sold out meanwhile.
  await page.getByRole('button', { name: 'Delete Cotton Tee' }).click();
  await page.getByText('Removed Cotton Tee.').waitFor();
  await environment.factory.db('products').where({ id: product.id }).update({ units: 0n });
  await button(page, 'Undo').click();
  await page.getByText("Couldn't restore Cotton Tee: sold out.").waitFor();

  await page.getByRole('button', { name: 'Delete Enamel mug' }).click();
  await page.getByText('Removed Enamel mug.').waitFor();
  await page.mouse.move(2, 2);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.getByText('Removed Enamel mug.').waitFor({ state: 'detached', timeout: 20_000 });
}, 90_000);

test('a block of a seller is emptied at once, and comes back whole', async () => {
  const { page, id, seller, buyer } = await cartOf([{ name: 'Cotton Tee' }, { name: 'Enamel mug' }]);
  await page.getByRole('button', { name: /^Remove All/ }).click();
  await page.getByText(`Removed 2 products from ${await nameOf(seller)}.`).waitFor();
  expect(await storedLines(id)).toEqual([]);
  await button(page, 'Undo').click();
  await lines(page).nth(1).waitFor();
  const draft = await environment.factory.db('offers').where({ buyer_id: buyer.buyer_id }).first('id');
  expect((await storedLines(draft?.id ?? 0)).map((line) => [line.quantity, line.unit_price_cents])).toEqual([
    [24n, 1_000],
    [24n, 1_000],
  ]);
});

test('an undo adds its line alone, whatever another tab changed meanwhile', async () => {
  const { page, buyer, lines: stored } = await cartOf([{ name: 'Cotton Tee' }, { name: 'Enamel mug' }]);
  await page.getByRole('button', { name: 'Delete Cotton Tee' }).click();
  await page.getByText('Removed Cotton Tee.').waitFor();
  const client = await environment.factory.as(buyer);
  await client.request('PUT', `/offers/${stored[1]?.offer_id}/offer_products/${stored[1]?.id}`, {
    body: { quantity: 50, unit_price: 900 },
  });
  await page.getByText('Updated in another tab').waitFor(LIVE);
  expect(await quantity(page).inputValue()).toBe('50');
  await button(page, 'Undo').click();
  await lines(page).nth(1).waitFor();
  const kept = await storedLines(stored[1]?.offer_id ?? 0);
  expect(kept.map((line) => line.quantity).sort()).toEqual([24n, 50n]);
});

test('a product that was added again meanwhile is not overwritten by its undo', async () => {
  const { page, buyer, seller, product } = await cartOf([{ name: 'Cotton Tee' }, { name: 'Enamel mug' }]);
  await page.getByRole('button', { name: 'Delete Cotton Tee' }).click();
  await page.getByText('Removed Cotton Tee.').waitFor();
  const client = await environment.factory.as(buyer);
  const added = { product_id: product.id, quantity: 72, unit_price: 900 };
  await client.request('POST', '/offers', {
    body: { offer: { seller_user_id: seller.id, offer_products_attributes: [added] } },
  });
  await page.getByText('Removed Cotton Tee.').waitFor({ state: 'detached', ...LIVE });
  const line = await environment.factory.db('offer_products').where({ product_id: product.id }).first();
  expect(line?.quantity).toBe(72n);
});

test('a product sold by the case goes by cases, and says how many', async () => {
  const { page, id } = await cartOf([{ sell_by: 'outer', outer_quantity: 24n, units: 100n }]);
  await page.getByText('1 case (24 units) · 100 available').waitFor();
  await button(page, 'Quantity: increase by 24').click();
  await page.getByText('2 cases (48 units) · 100 available').waitFor();
  await quantity(page).fill('25');
  await page.getByText('Sold in cases of 24. Try 24 or 48.').waitFor();
  expect(await page.locator('.cart-seller-foot .primary').isDisabled()).toBe(true);
  for (const _ of [1, 2, 3, 4, 5]) await button(page, 'Quantity: increase by 24').click();
  expect(await quantity(page).inputValue()).toBe('100');
  await page.getByText('All remaining 100 units').waitFor();
  await quantity(page).focus();
  await page.keyboard.press('ArrowDown');
  expect(await quantity(page).inputValue()).toBe('96');
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect((await storedLines(id))[0]?.quantity).toBe(96n);
});

test.each([
  ['a phone', { width: 390, height: 700 }],
  ['a desk', { width: 1_280, height: 700 }],
])('the total and its button stay in view beside many lines, on %s', async (_, viewport) => {
  const { page } = await cartOf(Array.from({ length: 12 }, (_, at) => ({ name: `Enamel mug ${at}` })));
  await page.setViewportSize(viewport);
  const send = page.locator('.cart-seller-foot .primary');
  for (const at of [0, 5, 11]) {
    await lines(page).nth(at).getByRole('link').focus();
    // Nothing covers what has the focus.
    await page.waitForFunction(() => {
      const link = document.activeElement;
      const { x, y } = link?.getBoundingClientRect() ?? { x: 0, y: 0 };
      return link?.matches('.cart-line a') && document.elementFromPoint(x + 4, y + 8) === link;
    });
    const { y = -1 } = (await send.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(viewport.height);
  }
});

test('below the minimum order, a bar says what is missing and nothing can be sent', async () => {
  const { page, seller } = await cartOf([{}], 50_000);
  const name = await nameOf(seller);
  await page.getByText('$240.00 of $500.00. Add $260.00 more.').waitFor();
  await page.getByRole('progressbar', { name: `Minimum order of ${name}` }).waitFor();
  expect(await page.getByRole('link', { name: `Shop ${name}` }).getAttribute('href')).toBe(
    `/seller/${seller.seller_id}`,
  );
  expect(await button(page, 'Buy Now').isDisabled()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await quantity(page).fill('50');
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  expect(await button(page, 'Buy Now').isDisabled()).toBe(false);
});

test('an order is bought again from its card, with what changed and by keyboard', async () => {
  const [seller, buyer] = [await environment.factory.aSeller(), await environment.factory.aBuyer()];
  const ordered = await Promise.all(
    ['Cotton Tee', 'Enamel mug', 'Felt hat'].map(async (name) => ({
      product: await environment.factory.aProduct({ seller, name, units: 1_000n }),
      quantity: 60n,
      unit_price: cents(420),
    })),
  );
  const order = await environment.factory.anOrder({ buyer, seller, lines: ordered });
  const change = (at: number, columns: object) =>
    environment.factory
      .db('products')
      .where({ id: ordered[at]?.product.id ?? 0 })
      .update(columns);
  await change(0, { units: 25n, seller_price_cents: cents(400) });
  await change(2, { units: 0n });
  const page = await pageOf(buyer, '/my_orders');
  await button(page, `Actions for ${order.po_number}`).press('Enter');
  await page.getByRole('menuitem', { name: 'Buy Again' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Buy ${order.po_number} again` });
  await dialog.getByText('60 → 25').waitFor();
  await dialog.getByText('$4.20 → $4.00').waitFor();
  await dialog.getByText('Sold out').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Add 2 of 3 to Cart').focus();
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast.success');
  await toast.getByText('Added 2 products to your cart.').waitFor();
  await toast.getByRole('link', { name: 'View Cart' }).click();
  await lines(page).nth(1).waitFor();

  // Now in the cart: a line there stays unless it is replaced.
  await page.goto('/my_orders');
  await live(page);
  await button(page, `Actions for ${order.po_number}`).click();
  await page.getByRole('menuitem', { name: 'Buy Again' }).click();
  await dialog.getByText('In your cart').first().waitFor();
  expect(await button(page, 'Add 0 of 3 to Cart').isDisabled()).toBe(true);
  await dialog.getByRole('checkbox').first().check();
  await button(page, 'Add 1 of 3 to Cart').click({ trial: true });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}, 90_000);
