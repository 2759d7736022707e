import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const card = (page: Page) => page.locator('.offer-card');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Types a unit price into the counter: digits only, read as cents. */
async function name(page: Page, digits: string) {
  const field = card(page).locator('input[name=unit_price]');
  await field.fill(digits);
}

test('two people haggle, agree, pay and ship, and each sees the other move', async () => {
  const factory = new Factory(environment.server);
  const [buyer, seller, staff] = await Promise.all([
    factory.aBuyer({ name: 'Maple Street Outlet' }),
    factory.aSeller({ name: 'Harrow & Pine' }),
    factory.staff(),
  ]);
  const product = await factory.aProduct({ seller, name: 'Enamel mug' });
  await factory.anOffer({
    buyer,
    seller,
    state: 'draft',
    lines: [{ product, quantity: 20n, unit_price: cents(700) }],
  });
  const [sellerPage, buyerPage] = await Promise.all([
    openSignedIn(environment.browser, environment.factory, seller),
    openSignedIn(environment.browser, environment.factory, buyer),
  ]);

  // The seller waits on an empty page while the buyer sends the offer.
  await sellerPage.goto('/my_offers');
  await sellerPage.getByText("You don't have any offers yet.").waitFor();
  await live(sellerPage);
  await buyerPage.goto('/cart');
  await live(buyerPage);
  await button(buyerPage, 'Send Offer').click();
  await buyerPage.getByText('Success! View offer in My Offers.').waitFor();
  await buyerPage.getByText('Your cart is empty.').waitFor();

  await card(sellerPage).getByText('Ready for review').waitFor(LIVE);
  await sellerPage.locator('.site-nav [data-badge=offers]:not([hidden])').waitFor(LIVE);
  expect(await card(sellerPage).locator('.offer-card-head').innerText()).toContain('$140.00');
  expect(await card(sellerPage).locator('.offer-card-head').innerText()).toContain('$126.00');

  // Below the buyer's price: refused in place; the net amount follows while typing.
  await name(sellerPage, '699');
  await card(sellerPage).getByText('Below buyer offer').waitFor();
  expect(await button(sellerPage, 'Submit Counter').isDisabled()).toBe(true);
  expect(await button(sellerPage, 'Reject').isDisabled()).toBe(true);
  await name(sellerPage, '900');
  expect(await card(sellerPage).locator('.offer-card-head').innerText()).toContain('$162.00');

  await buyerPage.goto('/my_offers');
  await live(buyerPage);
  await card(buyerPage).getByText('Sent for review').waitFor();
  await button(sellerPage, 'Submit Counter').click();
  await card(sellerPage).getByText('Sent for review').waitFor();

  await card(buyerPage).getByText('Ready for review').waitFor(LIVE);
  await name(buyerPage, '901');
  await card(buyerPage).getByText('Above seller offer').waitFor();
  await name(buyerPage, '800');
  await button(buyerPage, 'Submit Counter').click();

  await card(sellerPage).getByText('Ready for review').waitFor(LIVE);
  await button(sellerPage, 'Accept Offer').waitFor();
  await button(sellerPage, 'Accept Offer').click();
  await sellerPage.waitForURL('**/my_orders');
  await sellerPage.locator('.order-row').getByText('Awaiting initial payment').first().waitFor();

  // The accepted offer stays dimmed until dismissed; the order awaits payment.
  await buyerPage.getByText('Accepted: now an order').waitFor(LIVE);
  await buyerPage.getByRole('button', { name: 'Show', exact: true }).click();
  await buyerPage.getByText("You don't have any offers yet.").waitFor(LIVE);
  await buyerPage.locator('.site-nav [data-badge=orders]:not([hidden])').waitFor(LIVE);
  await buyerPage.goto('/my_orders');
  const order = buyerPage.locator('.order-row');
  await order.getByText('$160.00').first().waitFor();
  await button(buyerPage, 'Check out').click();

  await buyerPage.getByRole('button', { name: 'Pay', exact: true }).click();
  await buyerPage.waitForURL('**/my_orders*');
  await buyerPage.getByText('Your payment is being processed.').waitFor();
  await order.locator('.badge').getByText('Awaiting shipment').waitFor({ timeout: 10_000 });
  await sellerPage.locator('.order-row .badge').getByText('Awaiting shipment').waitFor({ timeout: 10_000 });

  // Staff complete the order; both sides watch.
  const desk = await openSignedIn(environment.browser, environment.factory, staff);
  await desk.goto('/admin/purchase_orders');
  await live(desk);
  await live(buyerPage);
  await button(desk, 'Ship').click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Carrier').fill('UPS');
  await dialog.getByLabel('Tracking number').fill('1Z999');
  await dialog.getByRole('button', { name: 'Ship' }).click();
  await order.locator('.badge').getByText('Shipped').waitFor(LIVE);
  const orderPage = await buyerPage.context().newPage();
  await orderPage.goto(
    new URL((await order.locator('h3 a').getAttribute('href')) ?? '', buyerPage.url()).href,
  );
  await orderPage.getByText('1Z999').waitFor(LIVE);
  await orderPage.close();
  for (const [press, label] of [
    ['Receive', 'Received'],
    ['Pay in full', 'Paid in full'],
    ['Complete', 'Completed'],
  ] as const) {
    await button(desk, press).click();
    await dialog.getByRole('button', { name: press }).click();
    await order.locator('.badge').getByText(label).waitFor({ timeout: 5_000 });
    await sellerPage.locator('.order-row .badge').getByText(label).waitFor(LIVE);
  }
  expect((await factory.db('products').where({ id: product.id }).first('units'))?.units).toBe(80n);
}, 90_000);

test('Buy Now leads from the cart to the paid order', async () => {
  const factory = new Factory(environment.server);
  const buyer = await factory.aBuyer();
  await factory.anOffer({ buyer, state: 'draft' });
  const page = await openSignedIn(environment.browser, environment.factory, buyer);
  await page.goto('/cart');
  await live(page);
  await button(page, 'Buy Now').click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/my_orders*');
  await page.getByText('Your payment is being processed.').waitFor();
  await page.locator('.order-row .badge').getByText('Awaiting shipment').waitFor({ timeout: 10_000 });
});

test('an acceptance that the stock has left fails with what is left', async () => {
  const factory = new Factory(environment.server);
  const offer = await factory.anOffer({ lines: [{ quantity: 10n }, { quantity: 10n }] });
  const [first, second] = offer.lines;
  const page = await openSignedIn(environment.browser, environment.factory, offer.seller);
  await page.goto('/my_offers');
  await live(page);
  await factory
    .db('products')
    .where({ id: first?.product_id ?? 0 })
    .update({ units: 4n });
  await button(page, 'Accept Offer').click();
  const dialog = page.getByRole('dialog', { name: 'There was an error!' });
  await dialog.getByText('The available quantity of the following products have changed:').waitFor();
  await dialog.getByText(first?.name ?? '').waitFor();
  await dialog.getByText('Please review the modified order.').waitFor();
  await dialog.getByRole('button', { name: 'Back to Offers' }).click();
  await card(page).getByText('Sent for review').waitFor();

  await factory
    .db('products')
    .whereIn('id', [first?.product_id ?? 0, second?.product_id ?? 0])
    .update({ units: 0n });
  const other = await openSignedIn(environment.browser, environment.factory, offer.buyer);
  await other.goto('/my_offers');
  await live(other);
  await button(other, 'Accept Offer').click();
  const failure = other.getByRole('dialog', { name: 'There was an error!' });
  await failure
    .getByText('The offer has been cancelled because the following products are not available:')
    .waitFor();
  await failure.getByRole('button', { name: 'Back to Offers' }).click();
  await card(other).getByText('Rejected').waitFor();
});
