import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { updateShippingSettings } from '../../server/sellers/contract';
import { findViolations } from '../support/axe';
import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fillAddress(page: Page) {
  const dialog = page.getByRole('dialog', { name: /^Add / });
  await dialog
    .getByLabel('Address', { exact: true })
    .or(dialog.locator('[name=line1]'))
    .first()
    .fill('18 River St');
  await dialog.locator('[name=city]').fill('Dayton');
  await dialog.locator('[name=region]').selectOption('OH');
  await dialog.locator('[name=postal_code]').fill('45402');
  await dialog.locator('[name=phone]').fill('937 224 5678');
  await button(page, 'Save Address').click();
  await dialog.waitFor({ state: 'hidden' });
}

test('an offer whose freight is quoted: sent from the cart, countered with freight, accepted and charged', async () => {
  const factory = new Factory(environment.server);
  const buyer = await factory.aBuyer({ name: 'Maple Street Outlet' });
  const seller = await factory.aSeller({ name: 'Harrow & Pine' });
  const shipping = { terms: ['buyer_pays', 'seller_pays'], handling_days: 5, ships_to_canada: false };
  await (await factory.as(seller)).call(updateShippingSettings, {}, { shipping });
  const product = await factory.aProduct({ seller, name: 'Enamel mug' });
  const lines = [{ product, quantity: 20n, unit_price: cents(1_000) }];
  await factory.anOffer({ buyer, seller, state: 'draft', lines });
  const buyerPage = await openSignedIn(environment.browser, environment.factory, buyer);
  const sellerPage = await openSignedIn(environment.browser, environment.factory, seller);

  await buyerPage.goto('/cart');
  await live(buyerPage);
  await button(buyerPage, 'Buy Now').waitFor();
  await buyerPage.getByText('You can add a ship-to address later. The seller ships once you have.').waitFor();
  await button(buyerPage, 'Change shipping from Harrow & Pine').click();
  await buyerPage.getByLabel('Freight quoted by seller').check();
  await buyerPage.getByText('Choose a ship-to address so the seller can quote freight.').waitFor();
  expect(await button(buyerPage, 'Buy Now').isDisabled()).toBe(true);
  expect(await button(buyerPage, 'Send Offer').isDisabled()).toBe(true);
  await button(buyerPage, 'Add Address').click();
  await fillAddress(buyerPage);
  expect(await findViolations(buyerPage)).toEqual([]);
  await button(buyerPage, 'Done').click();
  await buyerPage.getByText('Freight quoted by seller to Dayton, OH').waitFor();
  await buyerPage.getByText('This seller quotes freight. Send the offer to get a quote.').waitFor();
  expect(await button(buyerPage, 'Buy Now').isDisabled()).toBe(true);
  expect(await findViolations(buyerPage)).toEqual([]);
  await button(buyerPage, 'Send Offer').click();
  await buyerPage.getByText('Your cart is empty.').waitFor();

  await sellerPage.goto('/my_offers');
  await live(sellerPage);
  const field = sellerPage.getByLabel('Freight', { exact: true });
  await sellerPage.getByText('Ship to Dayton, OH 45402').waitFor();
  expect(await sellerPage.getByText('18 River St').count()).toBe(0);
  await sellerPage.getByText('Enter the freight amount and send it to the buyer.').waitFor();
  expect(await button(sellerPage, 'Submit Counter').isDisabled()).toBe(true);
  await field.fill('12345678');
  await sellerPage.getByText('Freight can be at most $99,999.99').first().waitFor();
  expect(await button(sellerPage, 'Submit Counter').isDisabled()).toBe(true);
  await field.fill('12345');
  await sellerPage.getByText('$323.45').first().waitFor();
  expect(await findViolations(sellerPage)).toEqual([]);
  await buyerPage.goto('/my_offers');
  await live(buyerPage);
  await button(sellerPage, 'Submit Counter').click();

  const card = buyerPage.locator('.offer-card');
  await card.getByText('Ready for review').waitFor(LIVE);
  for (const text of ['$200.00', '$123.45', '$323.45']) await card.getByText(text).last().waitFor();
  await card.getByText('Creates an order for $323.45.').waitFor();
  expect(await findViolations(buyerPage)).toEqual([]);
  await button(buyerPage, 'Accept Offer').click();
  await buyerPage.waitForURL(/my_orders|checkout|sandbox/);
  const order = await factory.db('purchase_orders').where({ buyer_id: buyer.buyer_id }).first();
  expect(order).toMatchObject({ total_cents: 32_345, freight_cents: 12_345, fee_cents: 2_000 });
});
