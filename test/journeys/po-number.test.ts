import type { Page } from 'playwright-core';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const PHONE = { viewport: { width: 390, height: 844 } };

const picture = async (page: Page, name: string) =>
  process.env.PICTURES
    ? void (await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` }))
    : undefined;

async function open(person: Parameters<typeof openSignedIn>[2], path: string, island: string, options = {}) {
  const page = await openSignedIn(environment.browser, environment.factory, person, {
    // Axe reads faded colors while a dialog appears.
    reducedMotion: 'reduce',
    ...options,
  });
  await page.goto(path);
  await page.locator(`#${island}[data-ready]`).waitFor();
  return page;
}

test('a buyer names an offer in the cart, and its seller reads the number', async () => {
  const { factory } = environment;
  const draft = await factory.anOffer({ state: 'draft' });
  const page = await open(draft.buyer, '/cart', 'cart', PHONE);
  await button(page, 'Add a PO Number').click();
  const field = page.getByLabel('Your PO number');
  await field.fill('x'.repeat(41));
  await page.getByText('Maximum 40 characters').waitFor();
  await field.fill('4500012345');
  expect(await findViolations(page)).toEqual([]);
  await field.scrollIntoViewIfNeeded();
  await picture(page, 'cart');
  await factory
    .db('offer_products')
    .where({ offer_id: draft.id })
    .update({ unit_price_cents: 900 as never });
  await page.reload();
  await page.locator('#cart[data-ready]').waitFor();
  expect(await page.getByLabel('Your PO number').inputValue()).toBe('4500012345');
  await button(page, 'Send Offer').click();
  await page.getByText('View offer in').waitFor();
  expect(await factory.db('offers').where({ id: draft.id }).first('buyer_po_number')).toEqual({
    buyer_po_number: '4500012345',
  });
  const seller = await open(draft.seller, `/my_offers?offer=${draft.id}`, 'my-offers');
  await seller.getByText('PO 4500012345').first().waitFor();
  await picture(seller, 'offer');
});

test('a buyer who accepts names it in the dialog, and changes it on the order', async () => {
  const { factory } = environment;
  const offer = await factory.anOffer({ state: 'buyer_review' });
  const page = await open(offer.buyer, '/my_offers', 'my-offers', PHONE);
  await button(page, 'Accept Offer').first().click();
  await dialog(page).getByLabel('Your PO number').fill('PO-7');
  expect(await findViolations(page)).toEqual([]);
  await picture(page, 'accept');
  await dialog(page).getByRole('button', { name: 'Accept Offer' }).click();
  await expect
    .poll(async () => factory.db('purchase_orders').where({ offer_id: offer.id }).first('buyer_po_number'))
    .toEqual({ buyer_po_number: 'PO-7' });
  const order = await factory.db('purchase_orders').where({ offer_id: offer.id }).first('id');
  const shown = await open(offer.buyer, `/my_orders/${order?.id}`, 'order-detail', PHONE);
  await shown.getByText('Your PO: PO-7').waitFor();
  await button(shown, 'Change your PO number').click();
  await dialog(shown).getByLabel('PO number').fill('PO-8');
  expect(await findViolations(shown)).toEqual([]);
  await picture(shown, 'order-dialog');
  await dialog(shown).getByRole('button', { name: 'Save' }).click();
  await shown.getByText('Your PO: PO-8').waitFor();
  await picture(shown, 'order');
  const list = await open(offer.buyer, '/my_orders', 'my-orders', PHONE);
  await list.getByText('PO PO-8').waitFor();
  await picture(list, 'orders-phone');
  await list.setViewportSize({ width: 1440, height: 900 });
  await picture(list, 'orders-desk');
  const bySeller = await open(offer.seller, `/my_orders/${order?.id}`, 'order-detail');
  await bySeller.getByText("Buyer's PO: PO-8").waitFor();
  expect(await button(bySeller, 'Change your PO number').count()).toBe(0);
  await picture(bySeller, 'order-seller');
});

test('an owner chooses where invoices go', async () => {
  const owner = await environment.factory.aBuyer();
  const page = await open(owner, '/settings/company', 'settings-company', PHONE);
  const field = page.getByLabel('Accounts payable email');
  await field.fill('payables@');
  await field.blur();
  await page.getByText('Enter a valid email').waitFor();
  await field.fill('payables@acme.example');
  await button(page, 'Save Email').click();
  await page.getByText('Invoices go to payables@acme.example.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await picture(page, 'settings');
  await page.reload();
  expect(await page.getByLabel('Accounts payable email').inputValue()).toBe('payables@acme.example');
});
