import type { Page } from 'playwright-core';
import type { Buyer } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import type { ShippingTerms } from '../../server/contract/shipping-terms';
import { findViolations } from '../support/axe';
import { answerLeaving } from '../support/leaving';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lines = (page: Page) => page.locator('.cart-seller .cart-line');
const saved = (page: Page) => page.locator('.saved-for-later .cart-line');
const quantity = (page: Page) => page.locator('input[name=quantity]').first();
const price = (page: Page) => page.locator('input[name=unit_price]').first();
const total = (page: Page) => page.locator('.cart-seller .subtotal strong').first();
const badge = (page: Page, count: number) =>
  page.locator('[data-badge=cart]', { hasText: new RegExp(`^${count}$`) }).waitFor(LIVE);

async function cartOf(buyer: Buyer) {
  const page = await openSignedIn(environment.browser, environment.factory, buyer);
  await page.goto('/cart');
  await live(page);
  return page;
}

/** A cart with 12 mugs at $9.00; the product has 1,200 at $10.00 and a minimum of 10. */
async function aCart(shipping_terms: ShippingTerms[] = ['seller_pays']) {
  const seller = await environment.factory.aSeller();
  await environment.factory.db('sellers').where({ id: seller.seller_id }).update({ shipping_terms });
  const product = await environment.factory.aProduct({
    seller,
    name: 'Enamel mug',
    units: 1_200n,
    min_order_units: 10n,
  });
  const offer = await environment.factory.anOffer({
    seller,
    state: 'draft',
    lines: [{ product, quantity: 12n, unit_price: cents(900) }],
  });
  return { ...offer, page: await cartOf(offer.buyer) };
}

/** The first line of the offer as stored. */
const stored = async (offerId: number) => {
  const line = await environment.factory.db('offer_products').where({ offer_id: offerId }).first();
  return line && [line.quantity, line.unit_price_cents];
};

test('a line is held to its bounds while typing, and nothing is saved or sent beyond them', async () => {
  const { page, id } = await aCart();
  const mayNot = async (names: string[]) => {
    for (const name of ['Save Offer', 'Send Offer'])
      expect([name, await button(page, name).isDisabled()]).toEqual([name, names.includes(name)]);
  };
  expect(await total(page).innerText()).toBe('$108.00');
  await mayNot(['Save Offer']);

  await quantity(page).fill('1,201');
  expect(await quantity(page).inputValue()).toBe('1,201');
  await lines(page).getByText('1,200 max', { exact: true }).waitFor();
  expect(await quantity(page).getAttribute('aria-invalid')).toBe('true');
  await mayNot(['Save Offer', 'Send Offer']);

  await quantity(page).fill('9');
  await lines(page).getByText('10 min', { exact: true }).waitFor();
  await mayNot(['Save Offer', 'Send Offer']);

  await quantity(page).fill('1200');
  expect(await quantity(page).inputValue()).toBe('1,200');
  expect(await total(page).innerText()).toBe('$10,800.00');
  await mayNot([]);

  await lines(page).getByText('Min. 10 · 1,200 available').waitFor();
  await lines(page).getByText('10% below asking').waitFor();
  await price(page).fill('8');
  await lines(page).getByText('$0.08 per unit, 99% below asking. For $8.00, type 800.').waitFor();

  await price(page).fill('1001');
  expect(await price(page).inputValue()).toBe('$10.01');
  await lines(page).getByText('$10.00 max', { exact: true }).waitFor();
  await mayNot(['Save Offer', 'Send Offer']);

  await price(page).fill('4x5a0');
  expect(await price(page).inputValue()).toBe('$4.50');
  expect(await total(page).innerText()).toBe('$5,400.00');
  await mayNot([]);

  await quantity(page).fill('12');
  await price(page).fill('900');
  await mayNot(['Save Offer']);
  expect(await stored(id)).toEqual([12n, 900]);

  await quantity(page).fill('2,400');
  await page.getByRole('link', { name: '1 product to fix: Enamel mug' }).click();
  expect(await quantity(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await findViolations(page)).toEqual([]);
});

test('unsaved input is asked about before a link and a reload; nothing is asked without', async () => {
  const { page } = await aCart();
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  const follow = (href: string) => page.locator(`.site-nav a[href="${href}"]`).first().click();
  await page.reload();
  await live(page);
  await follow('/my_offers');
  await page.waitForURL('**/my_offers');
  await page.goBack();
  await live(page);

  await quantity(page).fill('24');
  await follow('/my_offers');
  await answerLeaving(page, 'Keep Editing');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => location.reload());
  await asked;
  expect(questions).toEqual(['beforeunload']);
  expect(new URL(page.url()).pathname).toBe('/cart');
  expect(await quantity(page).inputValue()).toBe('24');

  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await follow('/my_offers');
  await page.waitForURL('**/my_offers');
  expect(questions.length).toBe(1);
});

const instructions = (page: Page) => page.locator('[name=carrier_instructions]');
const message = (page: Page) => page.locator('[name=note]');
const storedTexts = (page: Page) =>
  page.evaluate(
    () => Object.entries({ ...sessionStorage }).find(([key]) => key.endsWith(' offer texts'))?.[1],
  );

/** Runs `act` in the dialog of the first seller's shipping. */
async function inShipping(page: Page, act: () => Promise<unknown>) {
  await page.getByRole('button', { name: /^Change shipping from/ }).click();
  await act();
  await button(page, 'Done').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function typeTexts(page: Page) {
  await inShipping(page, () => instructions(page).fill('Carrier account 4471'));
  await button(page, 'Add a Message').click();
  await message(page).fill('Can it leave on Monday?');
}

test('texts for a seller survive a product page, Back and a reload until they are sent', async () => {
  const { page, id } = await aCart(['buyer_carrier']);
  const areShown = async () => {
    await live(page);
    await message(page).waitFor();
    expect(await message(page).inputValue()).toBe('Can it leave on Monday?');
    await inShipping(page, async () =>
      expect(await instructions(page).inputValue()).toBe('Carrier account 4471'),
    );
  };
  await typeTexts(page);
  await lines(page).getByRole('link', { name: 'Enamel mug' }).first().click();
  await page.locator('#product-detail').waitFor();
  await page.goBack();
  await areShown();
  await page.locator('.site-nav a[href="/my_offers"]').first().click();
  await page.locator('#my-offers').waitFor();
  await page.goto('/cart');
  await areShown();
  await page.reload();
  await areShown();

  await button(page, 'Send Offer').click();
  await page.getByText('Success! View offer in My Offers.').waitFor();
  expect(await storedTexts(page)).toBeUndefined();
  const offer = await environment.factory.db('offers').where({ id }).first();
  expect(offer).toMatchObject({ state: 'seller_review', carrier_instructions: 'Carrier account 4471' });
});

test('texts for a seller leave the tab with the account, and need no storage', async () => {
  const { page } = await aCart(['buyer_carrier']);
  await typeTexts(page);
  expect(await storedTexts(page)).toContain('Monday');
  await page.locator('#user-menu').getByRole('button').first().click();
  await button(page, 'Sign Out').click();
  await page.waitForURL('/');
  expect(await storedTexts(page)).toBeUndefined();

  const other = await aCart(['buyer_carrier']);
  await typeTexts(other.page);
  // Another person signs in in the same browser.
  await other.page.context().clearCookies();
  const next = await aCart(['buyer_carrier']);
  await other.page.context().addCookies(await next.page.context().cookies());
  await other.page.goto('/cart');
  await live(other.page);
  await button(other.page, 'Add a Message').waitFor();
  expect(await storedTexts(other.page)).toBeUndefined();

  await next.page.addInitScript(() => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      Storage.prototype[name] = () => {
        throw new DOMException('Access is denied', 'SecurityError');
      };
  });
  await next.page.reload();
  await live(next.page);
  await typeTexts(next.page);
  await button(next.page, 'Send Offer').click();
  await next.page.getByText('Success! View offer in My Offers.').waitFor();
});

test('Save Offer keeps the input, and shows an error if it fails', async () => {
  const { page, id, product } = await aCart();
  await quantity(page).fill('24');
  await price(page).fill('450');
  await page.getByText('Unsaved changes').waitFor();
  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await stored(id)).toEqual([24n, 450]);
  expect(await button(page, 'Save Offer').isDisabled()).toBe(true);

  await quantity(page).fill('48');
  // Changes the line while the page's own request is in progress.
  await page.route('**/offer_products/*', async (route) => {
    await environment.factory.db('products').where({ id: product.id }).update({ units: 30n });
    await route.continue();
  });
  await button(page, 'Save Offer').click();
  await page.getByText('There was an error in updating the offer.').waitFor();
  await lines(page).getByText('30 max', { exact: true }).waitFor();
  expect(await quantity(page).inputValue()).toBe('48');
  expect(await stored(id)).toEqual([24n, 450]);
});

test('what was saved stays shown until the cart is loaded again, and what is typed meanwhile is no conflict', async () => {
  const { page, id } = await aCart();
  await quantity(page).fill('24');
  let load = () => undefined as unknown;
  const loading = new Promise((resolve) => (load = () => resolve(null)));
  await page.route(/\/offers([?]|$)/, async (route) => {
    await loading;
    await route.continue();
  });
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/offer_products/')),
    button(page, 'Save Offer').click(),
  ]);
  const lineTotal = (text: string) => total(page).getByText(text, { exact: true }).waitFor();
  await lineTotal('$216.00');
  expect(await quantity(page).inputValue()).toBe('24');
  await quantity(page).fill('48');
  load();
  await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await quantity(page).inputValue()).toBe('48');
  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await stored(id)).toEqual([48n, 900]);
  expect(await quantity(page).inputValue()).toBe('48');
});

test('by keyboard, the focus stays in the cart when a sent offer leaves it', async () => {
  const { page } = await aCart();
  await price(page).fill('800');
  await button(page, 'Send Offer').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Success! View offer in My Offers.').waitFor();
  await lines(page).first().waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.closest('.steady') !== null, null, LIVE);
});

test('Send Offer leads to My Offers, and shows an error if it fails', async () => {
  const { page, id } = await aCart();
  let tries = 0;
  // Not removed: a route that ends early may leave another request waiting.
  await page.route('**/submit', (route) =>
    tries++ === 0 ? route.fulfill({ status: 409, json: { error: 'no' } }) : route.continue(),
  );
  await price(page).fill('800');
  await button(page, 'Send Offer').click();
  await page.getByText('Oops, something went wrong.').waitFor();
  await button(page, 'Send Offer').click();
  const toast = page.locator('.toast.success');
  await toast.getByText('Success! View offer in My Offers.').waitFor();
  await page.getByText('Your cart is empty.').waitFor();
  expect(await stored(id)).toEqual([12n, 800]);
  await toast.getByRole('link', { name: 'My Offers' }).click();
  await page.waitForURL('**/my_offers');
  await page.locator('.offer-card').getByText('Sent for review').waitFor();
});

test('the button is Buy Now at the asking price, and Send Offer below it', async () => {
  const { page } = await aCart();
  await button(page, 'Send Offer').waitFor();
  await price(page).fill('1000');
  await button(page, 'Buy Now').waitFor();
  expect(await button(page, 'Send Offer').count()).toBe(0);
  await price(page).fill('999');
  await button(page, 'Send Offer').waitFor();
  await price(page).fill('1000');
  await button(page, 'Buy Now').click();
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await page.getByText('$120.00').first().waitFor();
});

test('an order whose payment page does not open waits in My Orders', async () => {
  const { page } = await aCart();
  await page.route('**/payment', (route) => route.fulfill({ status: 409, json: { error: 'away' } }));
  await price(page).fill('1000');
  await button(page, 'Buy Now').click();
  await page.waitForURL('**/my_orders');
  await page.getByText("Your order was placed, but the payment page didn't open.").waitFor();
  await button(page, 'Check out').waitFor();
});

test('lines are saved for later, moved back, deleted and brought back, and the badge follows', async () => {
  const seller = await environment.factory.aSeller();
  const [mug, plate] = [
    await environment.factory.aProduct({ seller, name: 'Enamel mug' }),
    await environment.factory.aProduct({ seller, name: 'Enamel plate' }),
  ];
  const { buyer } = await environment.factory.anOffer({
    seller,
    state: 'draft',
    lines: [
      { product: mug, unit_price: cents(700) },
      { product: plate, unit_price: cents(600) },
    ],
  });
  const page = await cartOf(buyer);
  await badge(page, 2);
  await lines(page).filter({ hasText: 'Enamel mug' }).getByText('Save for Later').click();
  await saved(page).getByText('Enamel mug').waitFor();
  await badge(page, 1);
  // The place of the line tells where it went.
  await page.locator('.cart-seller li').first().getByText('Saved Enamel mug for later.').waitFor();
  await button(page, 'Undo').click();
  await lines(page).getByText('Enamel mug').waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('.cart-line'), null, LIVE);
  await lines(page).filter({ hasText: 'Enamel mug' }).getByText('Save for Later').click();
  await button(page, 'Move to Cart').click();
  await lines(page).getByText('Enamel mug').waitFor();
  expect(await button(page, 'Undo').count()).toBe(0);
  await badge(page, 2);

  await page.getByRole('button', { name: 'Delete Enamel mug' }).click();
  await page.locator('.cart-seller li').getByText('Removed Enamel mug.').waitFor();
  await badge(page, 1);
  await lines(page).nth(1).waitFor({ state: 'detached' });
  expect(await findViolations(page)).toEqual([]);
  // The focus moves to Undo.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Undo', null, LIVE);
  await page.keyboard.press('Enter');
  await lines(page).getByText('Enamel mug').waitFor();
  await badge(page, 2);
  expect(await lines(page).filter({ hasText: 'Enamel mug' }).locator('[name=unit_price]').inputValue()).toBe(
    '$7.00',
  );

  // Undo returns it to Saved For Later.
  await lines(page).filter({ hasText: 'Enamel plate' }).getByText('Save for Later').click();
  await saved(page).getByRole('button', { name: 'Delete Enamel plate' }).click();
  await page.getByText('Removed Enamel plate.').waitFor();
  await button(page, 'Undo').click();
  await saved(page).getByText('Enamel plate').waitFor();
  await badge(page, 1);

  await page.getByRole('button', { name: 'Delete Enamel mug' }).click();
  await page.getByText('Your cart is empty.').waitFor();
  await page.getByRole('heading', { name: 'Saved For Later' }).waitFor();
  await page.locator('.site-header [data-badge=cart][hidden]').waitFor({ state: 'attached', ...LIVE });
});

test('a product that changes under an open cart is marked, from what to what', async () => {
  const { page, product, seller } = await aCart();
  const owner = await environment.factory.as(seller);
  const change = (fields: object) =>
    owner.request('PUT', `/products/${product.id}`, { body: { product: fields } });

  await change({ seller_price_cents: 850 });
  await lines(page).getByText('Asking price: $10.00 → $8.50').waitFor(LIVE);
  await lines(page).getByText('$8.50 max', { exact: true }).waitFor();
  expect(await button(page, 'Send Offer').isDisabled()).toBe(true);

  await change({ units: '11' });
  await lines(page).getByText('Units available: 1,200 → 11').waitFor(LIVE);
  await lines(page).getByText('11 max', { exact: true }).waitFor();

  // Another buyer takes the units.
  const wanted = (
    await environment.factory.db('products').where({ id: product.id }).first('seller_price_cents')
  )?.seller_price_cents;
  await environment.factory.anOrder({
    seller,
    lines: [{ product, quantity: 11n, unit_price: wanted ?? cents(0) }],
  });
  await lines(page).getByText('Sold out').waitFor(LIVE);
  await quantity(page).fill('1');
  expect(await button(page, 'Send Offer').isDisabled()).toBe(true);

  await environment.factory.db('products').where({ id: product.id }).update({ deleted_at: new Date() });
  await page.reload();
  await lines(page).getByText('No longer available').waitFor();
  expect(await button(page, 'Send Offer').isDisabled()).toBe(true);
});

test('nine quintillion units are held to what can be counted and paid', async () => {
  const seller = await environment.factory.aSeller();
  const product = await environment.factory.aProduct({ seller, units: 9_000_000_000_000_000_000n });
  const { buyer } = await environment.factory.anOffer({ seller, state: 'draft', lines: [{ product }] });
  const page = await cartOf(buyer);
  await quantity(page).fill('9000000000000000000');
  expect(await quantity(page).inputValue()).toBe('9,000,000,000,000,000,000');
  await page.getByRole('link', { name: `1 product to fix: ${product.name}` }).waitFor();
  await lines(page).getByText('Lower the quantity or the price: the total is too large').waitFor();
  expect(await button(page, 'Save Offer').isDisabled()).toBe(true);
  await quantity(page).fill('1,000,000');
  await page.getByText('The total of an offer must be between $0.50 and $999,999.99.').waitFor();
  expect(await button(page, 'Buy Now').isDisabled()).toBe(true);
  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await page.reload();
  expect(await quantity(page).inputValue()).toBe('1,000,000');

  // Also without the page.
  const client = await environment.factory.as(buyer);
  const offer = await environment.factory.db('offers').where({ buyer_id: buyer.buyer_id }).first();
  const line = await environment.factory
    .db('offer_products')
    .where({ offer_id: offer?.id ?? 0 })
    .first();
  const answer = await client.request('PUT', `/offers/${offer?.id}/offer_products/${line?.id}`, {
    body: { quantity: '9000000000000000000', unit_price: 1_000 },
  });
  expect(answer.status).toBe(422);
  expect((await client.request('GET', '/offers')).status).toBe(200);
});

test('two windows of one buyer keep the same cart and badge', async () => {
  const { page, buyer } = await aCart();
  const other = await page.context().newPage();
  await other.goto('/cart');
  await live(other);
  await quantity(page).fill('36');
  await button(page, 'Save Offer').click();
  await other.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name=quantity]')?.value === '36',
    null,
    LIVE,
  );
  await environment.factory.anOffer({ buyer, state: 'draft' });
  for (const window of [page, other]) {
    await badge(window, 2);
    // New rows wait while the cart is in use.
    await window.mouse.move(2, 2);
    await window.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await window.locator('.cart-seller').nth(1).waitFor(LIVE);
  }
  await button(other, 'Send Offer').first().click();
  await page
    .locator('.cart-seller')
    .nth(1)
    .waitFor({ state: 'detached', ...LIVE });
  await badge(page, 1);
});

test('the main job is done by keyboard alone', async () => {
  const { page, id } = await aCart();
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('name') ?? at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
    });
  async function tabTo(name: string) {
    for (let step = 0; step < 40; step++) {
      if ((await focused()) === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} was not reached by Tab`);
  }
  await tabTo('quantity');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('24');
  await tabTo('unit_price');
  // Focusing selects the value, so typing replaces it.
  await page.keyboard.type('750');
  await tabTo('Save Offer');
  await page.keyboard.press('Enter');
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await stored(id)).toEqual([24n, 750]);
  await page.locator('.cart-seller [name=unit_price]').focus();
  await tabTo('Send Offer');
  await page.keyboard.press('Enter');
  await page.getByText('Success! View offer in My Offers.').waitFor();
});

/** The same cart in a second tab; `isDeaf` disables its live updates. */
async function secondTab(page: Page, isDeaf = false) {
  const other = await page.context().newPage();
  if (isDeaf) await other.routeWebSocket(/cable/, () => undefined);
  await other.goto('/cart');
  if (isDeaf) await other.locator('#cart[data-ready]').waitFor({ state: 'attached' });
  else await live(other);
  return other;
}

test('a line saved in another tab is never overwritten: there is a choice, and nothing typed is lost', async () => {
  const { page, id } = await aCart();
  const other = await secondTab(page, true);
  await quantity(other).fill('48');
  await quantity(page).fill('24');
  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await button(other, 'Save Offer').click();
  const dialog = other.getByRole('dialog', { name: 'Your cart changed in another tab' });
  await dialog.waitFor();
  expect(await dialog.locator('thead th').allInnerTexts()).toEqual([
    'Product',
    'Typed here',
    'In the cart now',
  ]);
  expect(await dialog.locator('tbody tr > *').allInnerTexts()).toEqual([
    'Enamel mug',
    '48 × $9.00',
    '24 × $9.00',
  ]);
  expect(await stored(id)).toEqual([24n, 900]);
  expect(await quantity(other).inputValue()).toBe('48');
  expect(await other.locator('.cart-seller-foot .primary').isDisabled()).toBe(true);
  expect(await findViolations(other)).toEqual([]);
  await button(other, 'Keep Mine').click();
  await dialog.waitFor({ state: 'detached' });
  await other.waitForFunction(() => document.activeElement !== document.body, null, LIVE);
  expect(await stored(id)).toEqual([48n, 900]);
  await button(other, 'Send Offer').click({ trial: true });
});

test('another tab that changed nothing typed here is asked about neither by saving nor by sending', async () => {
  const { factory } = environment;
  const seller = await factory.aSeller();
  const products = await Promise.all(
    ['Enamel mug', 'Tea towel'].map((name) => factory.aProduct({ seller, name, units: 500n })),
  );
  const { id, buyer } = await factory.anOffer({
    seller,
    state: 'draft',
    lines: products.map((product) => ({ product, quantity: 12n, unit_price: cents(900) })),
  });
  const page = await cartOf(buyer);
  const other = await secondTab(page, true);
  await quantity(other).fill('48');
  await page.locator('input[name=quantity]').nth(1).fill('20');
  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });

  await button(other, 'Save Offer').click();
  await other.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await other.getByRole('dialog').count()).toBe(0);
  await other.getByText('Updated in another tab').waitFor();
  const quantities = () =>
    factory.db('offer_products').where({ offer_id: id }).orderBy('id').pluck('quantity');
  expect(await quantities()).toEqual([48n, 20n]);

  await page.locator('input[name=quantity]').nth(1).fill('30');
  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await quantity(other).fill('60');
  await button(other, 'Send Offer').click();
  await other.getByText('This offer changed. Review it and try again.').waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  expect(await quantity(other).inputValue()).toBe('60');
  expect(await factory.db('offers').where({ id }).first('state')).toEqual({ state: 'draft' });
  await button(other, 'Send Offer').click();
  await other.getByText('Success! View offer in My Offers.').waitFor();
  expect(await quantities()).toEqual([60n, 30n]);
});

test('what another tab saves while typing is shown at once and can be adopted', async () => {
  const { page, id } = await aCart();
  const other = await secondTab(page);
  await quantity(other).fill('48');
  await quantity(page).fill('24');
  await button(page, 'Save Offer').click();
  const notice = other.locator('.notice', { hasText: 'Your cart changed in another tab' });
  await notice.waitFor(LIVE);
  expect(await quantity(other).inputValue()).toBe('48');
  await button(other, 'Review Changes').click();
  await button(other, 'Use the Other').click();
  await notice.waitFor({ state: 'detached' });
  expect(await quantity(other).inputValue()).toBe('24');
  expect(await stored(id)).toEqual([24n, 900]);
});

test('a line deleted in another tab keeps what was typed here, and can be put back', async () => {
  const { page, id, product } = await aCart();
  const other = await secondTab(page);
  await quantity(other).fill('48');
  await page.getByRole('button', { name: 'Delete Enamel mug' }).click();
  await page.getByText('Your cart is empty.').waitFor();
  await other.getByText('No longer in your cart').waitFor(LIVE);
  expect(await quantity(other).inputValue()).toBe('48');
  await button(other, 'Review Changes').click();
  await button(other, 'Keep Mine').click();
  await other.getByText('No longer in your cart').waitFor({ state: 'detached' });
  expect(await stored(id)).toBeUndefined();
  const line = await environment.factory.db('offer_products').where({ product_id: product.id }).first();
  expect(line?.quantity).toBe(48n);
  await button(other, 'Send Offer').waitFor();
});

test('a line that changed in another tab is not moved, and what is typed elsewhere is not in question', async () => {
  const { page, id, lines: stored, buyer } = await aCart();
  const other = await secondTab(page, true);
  await quantity(other).fill('48');
  const client = await environment.factory.as(buyer);
  await client.request('PUT', `/offers/${id}/offer_products/${stored[0]?.id}`, {
    body: { quantity: 12, unit_price: 900 },
  });
  await button(other, 'Save for Later').click();
  await other.getByText('This offer changed. Review it and try again.').waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  expect(await quantity(other).inputValue()).toBe('48');
  await button(other, 'Save for Later').click();
  // With what was typed.
  await other.getByText('Saved Enamel mug for later.').waitFor();
  await other.locator('.saved-for-later').getByText('48 × $9.00').waitFor();
  expect(await other.getByText('in another tab').count()).toBe(0);
  await button(other, 'Undo').click();
  await quantity(other).waitFor();
  expect(await quantity(other).inputValue()).toBe('48');
});

test('what was typed for an offer that another tab sent says where the product is now', async () => {
  const { page, id } = await aCart();
  const other = await secondTab(page);
  await quantity(other).fill('48');
  await button(page, 'Send Offer').click();
  await page.getByText('Success! View offer in My Offers.').waitFor();
  await other.getByText('No longer in your cart').waitFor(LIVE);
  await button(other, 'Review Changes').click();
  await button(other, 'Keep Mine').click();
  await other.getByText(/^This product is already in OF-\d+\. Review it in My Offers\.$/).waitFor();
  await button(other, 'Use the Other').click();
  await other.getByText('Your cart is empty.').waitFor();
  await other.waitForFunction(() => document.activeElement !== document.body, null, LIVE);
  expect(await stored(id)).toEqual([12n, 900]);
});

test('every act of the cart sends the version that was shown', async () => {
  const { page } = await aCart();
  const seen: string[] = [];
  page.on('request', (request) => {
    if (!/offer_products|save_for_later|move_to_cart|submit/.test(request.url())) return;
    const body = request.postDataJSON() as { version?: number } | null;
    const version = body?.version ?? new URL(request.url()).searchParams.get('version');
    seen.push(`${request.method()} ${version === null || version === undefined ? 'none' : 'version'}`);
  });
  await quantity(page).fill('24');
  await button(page, 'Save Offer').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await button(page, 'Save for Later').click();
  await button(page, 'Move to Cart').click();
  await lines(page).getByText('Enamel mug').waitFor();
  await page.getByRole('button', { name: 'Delete Enamel mug' }).click();
  await page.getByText('Your cart is empty.').waitFor();
  expect(seen).toEqual(['PUT version', 'POST version', 'POST version', 'DELETE version']);
});
