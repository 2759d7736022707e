import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { ADDRESS, paidOrder } from '../shipping/orders-to-ship';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open(person: Parameters<typeof openSignedIn>[2], path: string) {
  const page = await openSignedIn(environment.browser, environment.factory, person);
  await page.goto(path);
  await live(page);
  return page;
}

test('a wrong tracking number is corrected after the shipment has left', async () => {
  const order = await paidOrder(environment.factory);
  await order.sellerClient.request('POST', `/marketplace/purchase_orders/${order.id}/shipments`, {
    body: { shipment: { mode: 'parcel', carrier: 'ups', tracking_numbers: ['1Z999AA10123456784'] } },
  });
  const path = `/my_orders/${order.id}`;
  const [buyer, seller] = [await open(order.buyer, path), await open(order.seller, path)];
  await button(seller, 'Edit Tracking of shipment 1').click();
  const dialog = seller.getByRole('dialog');
  await dialog.getByLabel('Tracking numbers').fill('1Z999AA10123456785\n12');
  await button(seller, 'Save Tracking').click();
  await dialog.getByText('Number 2: A tracking number has 6 to 40 letters and digits').waitFor();
  expect(await findViolations(seller)).toEqual([]);
  await dialog.getByLabel('Tracking numbers').fill('1Z999AA10123456785');
  await button(seller, 'Save Tracking').click();
  await buyer.getByRole('link', { name: /1Z999AA10123456785/ }).waitFor();
});

test('a window that saw less shipped ships only what is left', async () => {
  const order = await paidOrder(environment.factory, { lines: [{ quantity: 10n }, { quantity: 5n }] });
  const seller = await open(order.seller, `/my_orders/${order.id}`);
  await button(seller, 'Ship Order').click();
  const dialog = seller.getByRole('dialog');
  await dialog.getByLabel('Carrier', { exact: true }).selectOption('ups');
  await dialog.getByLabel('Tracking numbers').fill('1Z999AA10123456784');
  const lines = [{ purchase_order_product_id: order.lines[0]?.id, quantity: 10 }];
  await order.sellerClient.request('POST', `/marketplace/purchase_orders/${order.id}/shipments`, {
    body: { shipment: { mode: 'truckload', lines } },
  });
  await dialog.getByLabel(order.lines[0]?.name ?? '').waitFor({ state: 'detached' });
  await button(seller, 'Mark as Shipped').click();
  await seller.locator('.order-page .badge').getByText('Shipped', { exact: true }).waitFor();
});

test('a buyer changes the address of an offer under review until freight is quoted', async () => {
  const { factory } = environment;
  const offer = await factory.anOffer({ state: 'seller_review' });
  await factory.db('addresses').insert({ ...ADDRESS, buyer_id: offer.buyer.buyer_id, is_default: true });
  const buyer = await open(offer.buyer, `/my_offers?offer=${offer.id}`);
  await button(buyer, 'Choose Address').click();
  await button(buyer, 'Ship Here: Ridgeline, 400 Linden Ave').waitFor();
  expect(await findViolations(buyer)).toEqual([]);
  await button(buyer, 'Ship Here: Ridgeline, 400 Linden Ave').click();
  await buyer.getByText('Ship to Dayton, OH 45403').waitFor();
  await button(buyer, 'Change Address').waitFor();
  await factory
    .db('offers')
    .where({ id: offer.id })
    .update({ shipping_terms: 'buyer_pays', freight_cents: cents(18_500) });
  await buyer.reload();
  await buyer.getByText('$185.00').first().waitFor();
  expect(await button(buyer, 'Change Address').count()).toBe(0);
});

test('staff type an address for a buyer who has none, and the seller can ship', async () => {
  const { factory } = environment;
  const order = await paidOrder(factory, {}, { ship_to: null });
  const seller = await open(order.seller, `/my_orders/${order.id}`);
  const staff = await open(await factory.staff(), `/admin/purchase_orders/${order.id}`);
  await button(staff, 'Enter Address: ship-to address').press('Enter');
  const dialog = staff.getByRole('dialog', { name: `Ship ${order.po_number} to` });
  await dialog.getByLabel('Street address').fill('400 Linden Ave');
  await dialog.getByLabel('City').fill('Dayton');
  await dialog.getByLabel('State').selectOption('OH');
  await dialog.getByLabel('Phone').fill('937 224 5678');
  await dialog.getByLabel('ZIP code').fill('63005');
  await staff.keyboard.press('Enter');
  await dialog.getByText('ZIP code 63005 is in MO, not OH').waitFor();
  expect(await findViolations(staff)).toEqual([]);
  await dialog.getByLabel('ZIP code').fill('45403');
  await staff.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await staff.getByRole('region', { name: 'Shipping' }).getByText('Dayton, OH 45403').waitFor();
  await button(staff, 'Change: ship-to address').waitFor();
  await button(seller, 'Ship Order').waitFor();
  await seller.getByText('400 Linden Ave').first().waitFor();
});
