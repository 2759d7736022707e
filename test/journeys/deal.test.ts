import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Buyer, Seller } from '../../server/accounts/policy';
import * as addresses from '../../server/addresses/contract';
import { cents, dollars } from '../../server/contract/money';
import { showBalance } from '../../server/ledger/contract';
import { toPlainText } from '../../server/mail/compose';
import { showPurchaseOrder } from '../../server/orders/contract';
import { ADDRESS } from '../shipping/orders-to-ship';
import type { Client } from '../support/client';
import { download, renderDocuments } from '../support/documents';
import { textOf } from '../support/pdf';
import { useTestEnvironment } from '../support/test-environment';
import { buyersMails, documents, sellersMails } from './deal-papers';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
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
async function agreeAndPay({ windows: { buyer, seller, staff } }: Deal): Promise<number> {
  await goTo(staff, '/admin/purchase_orders');
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
  await seller.getByText('Accepted: now an order').first().waitFor(LIVE);
  await staff.locator('.badge').getByText('Awaiting initial payment').waitFor(LIVE);
  await goTo(seller, '/my_orders');
  await button(buyer, 'Check out').click();
  await button(buyer, 'Pay').click();
  await buyer.waitForURL('**/my_orders*');
  for (const page of [buyer, seller])
    await page.locator('.order-row .badge').getByText('Awaiting shipment').waitFor(SETTLED);
  await staff.locator('.badge').getByText('Awaiting shipment').waitFor(LIVE);
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
  for (const page of [buyer, staff]) {
    await page.getByRole('link', { name: /1Z999AA10123456785/ }).waitFor(LIVE);
    await page.locator('.order-page .badge').getByText('Shipped').first().waitFor(LIVE);
  }
  await button(buyer, 'Confirm Receipt').click();
  await button(buyer.getByRole('dialog'), 'Confirm Receipt').click();
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
  for (const page of [seller, staff]) {
    await page.getByText('Two mugs arrived with broken handles.').first().waitFor(LIVE);
    await page.locator('.claim-photo img, .claim-photos img').first().waitFor(LIVE);
  }
  const agree = button(seller, 'Agree and Refund $14.00');
  await agree.first().click({ timeout: 5_000 });
  await seller.getByRole('dialog').getByRole('button', { name: 'Agree and Refund $14.00' }).click();
  for (const page of [buyer, seller, staff]) {
    await page.getByText('Approved').first().waitFor(LIVE);
    await page.getByText('−$14.00').first().waitFor(LIVE);
  }
}

/** Staff release the earnings and pay them out; the other windows show both, and the seller reads the statement. */
async function payOut({ windows: { buyer, seller, staff } }: Deal, left: string): Promise<string> {
  await goTo(seller, '/dashboard/earnings');
  await button(staff, 'Release Earnings').click();
  const release = staff.getByRole('dialog');
  await release.getByText(`Release ${left} to Harrow & Pine?`).waitFor();
  await release.getByLabel('Reason').fill('Both sides agreed.');
  await release.getByRole('button', { name: 'Release Earnings' }).click();
  await release.waitFor({ state: 'detached' });
  await figure(seller, 'Available', left).waitFor(LIVE);
  await goTo(staff, '/admin/payouts');
  await button(staff, 'Create Payout Batch').click();
  await button(staff, 'Create Batch').click();
  await figure(seller, 'In payout', left).waitFor(LIVE);
  await button(staff, /^Mark as Paid: PAY-/).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Reference').fill('WIRE-7781');
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click();
  await dialog.waitFor({ state: 'detached' });
  await seller.getByText('WIRE-7781').first().waitFor(LIVE);
  await figure(seller, 'Paid out', left).waitFor(LIVE);
  await buyer.locator('.order-page .badge').getByText('Completed').first().waitFor(LIVE);
  const downloaded = seller.waitForEvent('download');
  await seller.getByText('Download Statement').click();
  return readFile((await (await downloaded).path()) ?? '', 'utf8');
}

const figure = (page: Page, label: string, amount: string) =>
  page.locator('.figure').filter({ hasText: `${amount}${label}` });

const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));

/** Opens all mails of the person, in their order. Their links lead where the same person may go. */
async function readMails(person: Buyer | Seller, expected: ReturnType<typeof sellersMails>) {
  const { factory, server } = environment;
  const mails = await factory.db('mails').where({ recipient: person.email }).orderBy('id');
  expect(mails.map(({ subject }) => subject.replaceAll(/\b(OF|PO|CL|PAY)-\d+/g, '$1'))).toEqual(
    expected.map(([subject]) => expect.stringMatching(subject)),
  );
  for (const [index, { subject, text, html }] of mails.entries()) {
    const { says = [], links = [] } = expected[index]?.[1] ?? {};
    const plain = toPlainText(html);
    for (const words of says)
      for (const body of [text, plain])
        expect([subject, body]).toEqual([subject, expect.stringMatching(asPattern(words))]);
    for (const link of links) {
      const url = linksIn(html).find((found) => asPattern(link).test(found));
      expect([subject, link, url]).toEqual([subject, link, expect.stringContaining(server.origin)]);
      if (!url?.endsWith('.pdf')) continue;
      expect([url, (await download(server, person, new URL(url).pathname)).status]).toEqual([url, 200]);
    }
    if (person.buyer_id !== null)
      expect([subject, text]).toEqual([subject, expect.not.stringMatching(/after fees/)]);
  }
}

const asPattern = (words: string | RegExp) =>
  words instanceof RegExp ? words : new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** Opens the documents of the order, each the same for both parties. */
async function readDocuments({ buyer, seller, buyerClient }: Deal, id: number, secrets: readonly string[]) {
  const { server } = environment;
  const shown = (await buyerClient.call(showPurchaseOrder, { id })).body.data.attributes.documents;
  const partOf = (number: string) => /-(S\d)$/.exec(number)?.[1] ?? number.split('-')[0] ?? '';
  expect(shown.map(({ number }) => partOf(number)).sort()).toEqual(Object.keys(documents).sort());
  for (const { number, url } of shown) {
    const { file } = await download(server, buyer, url);
    expect([number, (await download(server, seller, url)).file.equals(file)]).toEqual([number, true]);
    const text = textOf(file);
    const { says, lacks } = documents[partOf(number)] ?? { says: [], lacks: [] };
    for (const words of [number, ...says])
      expect([number, text]).toEqual([number, expect.stringMatching(asPattern(words))]);
    for (const words of [...lacks, ...secrets, 'fee'])
      expect([number, text]).toEqual([number, expect.not.stringContaining(words)]);
  }
}

test('two strangers agree on freight, deliver in parts, settle a claim, and the seller is paid', async () => {
  const deal = await setUp();
  const { factory, server } = environment;
  // 20 × $7.00 and $50.00 of freight; two mugs go back.
  const { feeBps } = factory.services.config;
  const netOf = (goods: number, freight = 5_000) =>
    dollars(cents(goods - (goods * feeBps) / 10_000 + freight));
  const figures = { feeless: netOf(14_000, 0), net: netOf(14_000), left: netOf(12_600) };
  const id = await agreeAndPay(deal);
  await deliverAndClaim(deal, id);
  const statement = await payOut(deal, figures.left);

  const order = (await deal.sellerClient.call(showPurchaseOrder, { id })).body.data.attributes;
  expect(order).toMatchObject({
    status: 'completed',
    goods_cents: 14_000,
    freight_cents: 5_000,
    refunded_cents: 1_400,
  });
  expect(dollars(cents(order.total_net_to_seller ?? 0))).toBe(figures.net);
  const { paid_cents, ...rest } = (await deal.sellerClient.call(showBalance, {})).body;
  expect([dollars(paid_cents), rest]).toEqual([
    figures.left,
    { pending_cents: 0, available_cents: 0, in_payout_cents: 0 },
  ]);
  const [net, left] = [figures.net.slice(1), figures.left.slice(1)];
  expect(statement.trim().split(/\r?\n/)).toEqual([
    'Date,Type,Order,Buyer,Claim,Payout,Amount,Balance,Gross,Fee,Net',
    ',Opening balance,,,,,,0.00,,,',
    expect.stringMatching(
      `Order paid,${order.po_number},Ridgeline,,PAY-\\d+,${net},${net},190.00,14.00,${net}$`,
    ),
    expect.stringMatching(
      `Refund,${order.po_number},Ridgeline,CL-\\d+,PAY-\\d+,-12.60,${left},-14.00,-1.40,-12.60$`,
    ),
    expect.stringMatching(`Payout,,,,PAY-\\d+,-${left},0.00,,,$`),
    ',Closing balance,,,,,,0.00,,,',
  ]);

  await renderDocuments(server);
  await readDocuments(deal, id, [figures.net, figures.left, figures.feeless]);
  await readMails(deal.buyer, buyersMails);
  await readMails(deal.seller, sellersMails(figures));
}, 180_000);
