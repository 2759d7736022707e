import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Buyer, Seller } from '../../server/accounts/policy';
import * as addresses from '../../server/addresses/contract';
import { cents } from '../../server/contract/money';
import { releaseOrder } from '../../server/ledger/staff-contract';
import { showPurchaseOrder } from '../../server/orders/contract';
import { ADDRESS } from '../shipping/orders-to-ship';
import type { Client } from '../support/client';
import { download, renderDocuments } from '../support/documents';
import { textOf } from '../support/pdf';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** By the provider's webhook and a job. */
const SETTLED = { timeout: 15_000 };

interface Deal {
  readonly buyer: Buyer;
  readonly seller: Seller;
  readonly buyerClient: Client;
  readonly sellerClient: Client;
  readonly staffClient: Client;
  readonly windows: Record<'buyer' | 'seller' | 'staff', Page>;
}

/** A seller who quotes freight, a buyer with an address and 20 mugs at $7.00 in the cart, and staff. */
async function setUp(): Promise<Deal> {
  const { factory, browser } = environment;
  const [buyer, seller, staff] = [
    await factory.aBuyer({ name: 'Ridgeline' }),
    await factory.aSeller({ name: 'Harrow & Pine' }),
    await factory.staff(),
  ];
  await factory
    .db('sellers')
    .where({ id: seller.seller_id })
    .update({ shipping_terms: ['buyer_pays'] });
  const product = await factory.aProduct({ seller, name: 'Enamel mug' });
  const lines = [{ product, quantity: 20n, unit_price: cents(700) }];
  await factory.anOffer({ buyer, seller, state: 'draft', lines });
  const [buyerClient, sellerClient, staffClient] = await Promise.all([
    factory.as(buyer),
    factory.as(seller),
    factory.as(staff),
  ]);
  await buyerClient.call(addresses.createAddress, {}, { address: { ...ADDRESS, phone: '937-224-5678' } });
  const open = (person: typeof buyer | typeof seller | typeof staff) =>
    openSignedIn(browser, factory, person);
  const windows = { buyer: await open(buyer), seller: await open(seller), staff: await open(staff) };
  return { buyer, seller, buyerClient, sellerClient, staffClient, windows };
}

async function goTo(page: Page, path: string) {
  await page.goto(path);
  await live(page);
}

/** The seller quotes $50.00 in the counter, the buyer accepts $190.00 and pays them. Returns the order's id. */
async function agreeAndPay({ windows: { buyer, seller } }: Deal): Promise<number> {
  await goTo(seller, '/my_offers');
  await goTo(buyer, '/cart');
  await button(buyer, 'Send Offer').click();
  await buyer.getByText('Success! View offer in My Offers.').waitFor();
  await seller.getByText('Ship to Dayton, OH 45403 · no dock').waitFor(LIVE);
  await seller.getByLabel('Freight').fill('5000');
  await goTo(buyer, '/my_offers');
  await button(seller, 'Submit Counter').click();
  await buyer.getByText('$190.00').first().waitFor(LIVE);
  await button(buyer, 'Accept Offer').click();
  await buyer.waitForURL('**/my_orders*');
  await button(buyer, 'Check out').click();
  await button(buyer, 'Pay').click();
  await buyer.waitForURL('**/my_orders*');
  await buyer.locator('.order-card .badge').getByText('Awaiting shipment').waitFor(SETTLED);
  const order = await environment.factory.db('purchase_orders').orderBy('id', 'desc').first();
  expect(order).toMatchObject({ total_cents: 19_000, freight_cents: 5_000, status: 'awaiting_shipment' });
  return Number(order?.id);
}

async function ship(seller: Page, quantity: string, tracking: string) {
  await button(seller, 'Ship Order').click();
  const dialog = seller.getByRole('dialog');
  await dialog.getByLabel('Enamel mug').fill(quantity);
  await dialog.getByLabel('Carrier', { exact: true }).selectOption('ups');
  await dialog.getByLabel('Tracking numbers').fill(tracking);
  await button(seller, 'Mark as Shipped').click();
  await dialog.waitFor({ state: 'detached' });
}

/** Two parts, receipt, and a claim for two broken mugs that the seller agrees to. */
async function deliverAndClaim({ windows: { buyer, seller, staff } }: Deal, id: number) {
  await goTo(seller, `/my_orders/${id}`);
  await goTo(buyer, `/my_orders/${id}`);
  await goTo(staff, `/admin/purchase_orders/${id}`);
  await ship(seller, '12', '1Z999AA10123456784');
  for (const page of [buyer, staff]) await page.getByRole('link', { name: /1Z999AA101/ }).waitFor(LIVE);
  await ship(seller, '8', '1Z999AA10123456785');
  await button(buyer, 'Confirm Receipt').click();
  for (const page of [seller, staff])
    await page.locator('.order-page .badge').getByText('Received').first().waitFor(LIVE);

  await button(buyer, 'Report a Problem').click();
  const dialog = buyer.getByRole('dialog');
  await dialog.getByLabel('Quantity affected').fill('2');
  await dialog.getByLabel('What went wrong').selectOption('damaged');
  await dialog.getByLabel('What happened').fill('Two mugs arrived with broken handles.');
  await button(buyer, 'Send Claim').click();
  await dialog.getByText('Add at least one photo').waitFor();
  const picture = { create: { width: 900, height: 600, channels: 3, background: '#a33' } } as const;
  const photo = await sharp(picture).jpeg().toBuffer();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'handle.jpg', mimeType: 'image/jpeg', buffer: photo });
  await dialog.locator('.claim-photo:not([aria-busy])').waitFor(SETTLED);
  await button(buyer, 'Send Claim').click();
  await dialog.waitFor({ state: 'detached' });
  const agree = button(seller, 'Agree and Refund $14.00');
  await agree.first().click({ timeout: 5_000 });
  await seller.getByRole('dialog').getByRole('button', { name: 'Agree and Refund $14.00' }).click();
  for (const page of [buyer, staff]) await page.getByText('Approved').first().waitFor(LIVE);
}

/** Earnings become available, staff pay them out, and the seller's window shows it. */
async function payOut({ windows: { seller, staff }, staffClient }: Deal, id: number) {
  await goTo(seller, '/dashboard/earnings');
  await staffClient.call(releaseOrder, { id }, { reason: 'Both sides agreed.' });
  await goTo(staff, '/admin/payouts');
  await button(staff, 'Create Payout Batch').click();
  await button(staff, 'Create Batch').click();
  await button(staff, /^Mark as Paid: PAY-/).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Reference').fill('WIRE-7781');
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click();
  await dialog.waitFor({ state: 'detached' });
  await seller.getByText('WIRE-7781').first().waitFor(LIVE);
}

/** The subjects of the person's mails, each of which was opened. */
async function subjectsFor({ email }: { email: string }): Promise<string[]> {
  const mails = await environment.factory.db('mails').where({ recipient: email }).orderBy('id');
  for (const { subject, html, text } of mails) {
    const opened = [subject, html.includes('<h1'), text.length > 80];
    expect(opened).toEqual([subject, true, true]);
  }
  return mails.map(({ subject }) => subject.replaceAll(/\b(OF|PO|CL|PAY)-\d+/g, '$1'));
}

test('two strangers agree on freight, deliver in parts, settle a claim, and the seller is paid', async () => {
  const deal = await setUp();
  const { factory, server } = environment;
  const id = await agreeAndPay(deal);
  await deliverAndClaim(deal, id);
  await payOut(deal, id);

  // 20 × $7.00 and $50.00 of freight; two mugs went back.
  const { feeBps } = factory.services.config;
  const [fee, feeLeft] = [(14_000 * feeBps) / 10_000, (12_600 * feeBps) / 10_000];
  const order = (await deal.sellerClient.call(showPurchaseOrder, { id })).body.data.attributes;
  expect(order).toMatchObject({
    status: 'completed',
    goods_cents: 14_000,
    freight_cents: 5_000,
    refunded_cents: 1_400,
    total_net_to_seller: 19_000 - fee,
  });
  const balance = (await deal.sellerClient.request('GET', '/marketplace/balance')).body;
  const paid = 12_600 - feeLeft + 5_000;
  expect(balance).toEqual({ pending_cents: 0, available_cents: 0, in_payout_cents: 0, paid_cents: paid });
  const month = new Date().toISOString().slice(0, 7);
  const statement = await deal.sellerClient.request('GET', `/marketplace/statements/${month}.csv`);
  expect([statement.status, statement.text.includes(order.po_number)]).toEqual([200, true]);

  await renderDocuments(server);
  const shown = (await deal.buyerClient.call(showPurchaseOrder, { id })).body.data.attributes.documents;
  expect(shown.map(({ kind }) => kind).sort()).toEqual([
    'credit_memo',
    'invoice',
    'packing_slip',
    'packing_slip',
    'purchase_order',
  ]);
  for (const { kind, number, url } of shown) {
    const { status, file } = await download(server, deal.buyer, url);
    const text = textOf(file);
    expect([kind, status, text.includes(number)]).toEqual([kind, 200, true]);
    expect([kind, text.includes('$')]).toEqual([kind, kind !== 'packing_slip']);
  }

  expect(await subjectsFor(deal.buyer)).toEqual([
    expect.stringContaining('Counteroffer on OF: $190.00'),
    expect.stringContaining('PO: pay $190.00 by'),
    'Payment received for PO',
    'Part of PO has shipped',
    'PO has shipped',
    expect.stringContaining('Claim CL on PO'),
    'Refund of $14.00 for PO',
  ]);
  expect(await subjectsFor(deal.seller)).toEqual([
    'New offer from Ridgeline: OF, $140.00',
    'New order PO from Ridgeline',
    'Payment received for PO',
    'Part of PO has shipped',
    'PO has shipped',
    expect.stringContaining('PO was received.'),
    expect.stringContaining('Claim CL on PO'),
    expect.stringContaining('Payout PAY:'),
  ]);
}, 180_000);
