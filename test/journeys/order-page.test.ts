import type { Locator, Page } from 'playwright-core';
import { ADDRESS, paidOrder, ship, storedOrder } from '../shipping/orders-to-ship';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const SHOTS = process.env.ORDER_SHOTS;
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
};

async function openOrder(person: Parameters<typeof openSignedIn>[2], path: string) {
  const page = await openSignedIn(environment.browser, environment.factory, person);
  await page.goto(path);
  await live(page);
  return page;
}

test('a seller ships in two parts while the page of the buyer follows', async () => {
  const { factory } = environment;
  const order = await paidOrder(factory, { lines: [{ quantity: 10n }, { quantity: 5n }] });
  const path = `/my_orders/${order.id}`;
  const [buyer, seller] = [await openOrder(order.buyer, path), await openOrder(order.seller, path)];
  await shot(seller, 'seller-to-ship');
  await button(seller, 'Ship Order').press('Enter');
  const dialog = seller.getByRole('dialog');
  await dialog.getByLabel(order.lines[0]?.name ?? '').fill('4');
  await dialog.getByLabel(order.lines[1]?.name ?? '').fill('0');
  await button(seller, 'Mark as Shipped').click();
  await dialog.getByText('Enter a tracking number').waitFor();
  await dialog.getByLabel('Carrier', { exact: true }).selectOption('ups');
  await dialog.getByLabel('Tracking numbers').fill('1z 999-AA101\n23456784aa');
  await shot(seller, 'ship-dialog');
  expect(await findViolations(seller)).toEqual([]);
  await button(seller, 'Mark as Shipped').click();
  await dialog.waitFor({ state: 'detached' });
  await buyer.getByRole('link', { name: /1Z999AA101/ }).waitFor();
  await buyer.locator('.badge').getByText('Awaiting shipment').waitFor();
  await button(seller, 'Ship Order').click();
  await seller.getByRole('dialog').getByLabel('Carrier', { exact: true }).selectOption('estes');
  await seller.getByRole('dialog').getByLabel('Tracking numbers').fill('0123456789');
  await button(seller, 'Save as Packed').click();
  await seller.getByRole('article', { name: 'Shipment 2' }).getByText('Packed').waitFor();
  await button(seller, 'Cancel Shipment 2').click();
  await seller.getByRole('dialog', { name: 'Cancel shipment 2 of' }).getByText('Keep Shipment').click();
  await seller.getByRole('article', { name: 'Shipment 2' }).getByText('Packed').waitFor();
  await shot(seller, 'seller-packed');
  await button(seller, 'Ship Shipment 2').click();
  await button(seller, 'Mark as Shipped').click();
  await buyer.getByRole('article', { name: 'Shipment 2' }).getByText('0123456789').waitFor();
  await button(buyer, 'Confirm Receipt').waitFor();
  expect(await findViolations(buyer)).toEqual([]);
  await shot(buyer, 'buyer-shipped');
  await button(buyer, 'Not Here Yet').click();
  await button(buyer.getByRole('dialog'), 'Not Here Yet').click();
  await buyer.getByText('You have 10 more days to confirm the receipt.').waitFor();
  await button(buyer, 'Confirm Receipt').press('Enter');
  await buyer.getByRole('dialog', { name: 'Confirm the receipt of' }).waitFor();
  expect((await storedOrder(factory, order.id)).status).toBe('shipped');
  await button(buyer.getByRole('dialog'), 'Confirm Receipt').press('Enter');
  await seller.locator('.order-page .badge').getByText('Received').first().waitFor();
  await shot(seller, 'seller-received');
  expect((await storedOrder(factory, order.id)).status).toBe('received');
}, 90_000);

test('what another window shipped is not shipped again from a dialog that was open before', async () => {
  const { factory } = environment;
  const order = await paidOrder(factory, { lines: [{ quantity: 10n }] });
  const seller = await openOrder(order.seller, `/my_orders/${order.id}`);
  await button(seller, 'Ship Order').click();
  const dialog = seller.getByRole('dialog');
  await dialog.getByLabel(order.lines[0]?.name ?? '').fill('4');
  await dialog.getByLabel('Carrier', { exact: true }).selectOption('ups');
  await dialog.getByLabel('Tracking numbers').fill('1Z999AA10123456784');
  const line = { purchase_order_product_id: order.lines[0]?.id, quantity: 4 };
  expect((await ship(order.sellerClient, order.id, { lines: [line] })).status).toBe(201);
  await seller.getByRole('article', { name: 'Shipment 1', includeHidden: true }).waitFor();
  await button(seller, 'Mark as Shipped').click();
  await dialog.getByText("This order's shipments changed in another window.").waitFor();
  expect(await factory.db('shipments').where({ purchase_order_id: order.id })).toHaveLength(1);
  await button(seller, 'Mark as Shipped').click();
  await dialog.waitFor({ state: 'detached' });
  expect(await factory.db('shipments').where({ purchase_order_id: order.id })).toHaveLength(2);
});

test("a seller who can't fulfill gives the reason, and the buyer reads it", async () => {
  const { factory } = environment;
  const order = await paidOrder(factory);
  const seller = await openOrder(order.seller, '/my_orders');
  await shot(seller, 'my-orders-seller');
  await button(seller, `Actions for ${order.po_number}`).click();
  await seller.getByRole('menuitem', { name: "Can't Fulfill This Order" }).click();
  await button(seller, 'Cancel and Refund $80.00').click();
  await seller.getByRole('dialog').getByText('Required').waitFor();
  await seller.getByLabel('Reason').fill('The warehouse was flooded');
  expect(await findViolations(seller)).toEqual([]);
  await button(seller, 'Cancel and Refund $80.00').click();
  const buyer = await openOrder(order.buyer, `/my_orders/${order.id}`);
  await buyer.getByText('The warehouse was flooded').first().waitFor();
});

test('without an address the seller waits, and staff have every act', async () => {
  const { factory } = environment;
  const order = await paidOrder(factory, {}, { ship_to: null });
  const seller = await openOrder(order.seller, `/my_orders/${order.id}`);
  expect(await button(seller, 'Ship Order').isDisabled()).toBe(true);
  await seller.getByText("Waiting for the buyer's ship-to address").first().waitFor();
  await factory.db('addresses').insert({ ...ADDRESS, buyer_id: order.buyer.buyer_id, is_default: true });
  const buyer = await openOrder(order.buyer, `/my_orders/${order.id}`);
  await shot(buyer, 'buyer-needs-address');
  await button(buyer, 'Choose Address').click();
  await button(buyer, 'Ship Here: Ridgeline, 400 Linden Ave').waitFor();
  expect(await findViolations(buyer)).toEqual([]);
  await shot(buyer, 'ship-to-dialog');
  await button(buyer, 'Ship Here: Ridgeline, 400 Linden Ave').click();
  await button(seller, 'Ship Order').and(seller.locator(':enabled')).waitFor();
  const staff = await openOrder(await factory.staff(), `/admin/purchase_orders/${order.id}`);
  await shot(staff, 'staff');
  expect(await findViolations(staff)).toEqual([]);
  await button(staff, 'Ship').click();
  await staff.getByRole('dialog').getByLabel('Carrier').fill('FedEx Ground');
  await staff.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click();
  await staff.locator('.order-page .badge').getByText('Shipped', { exact: true }).waitFor();
  await staff.getByRole('article', { name: 'Shipment 1' }).getByText('FedEx').waitFor();
});
