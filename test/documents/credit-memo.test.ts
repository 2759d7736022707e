import { createAddress } from '../../server/addresses/contract';
import { agreeToClaim } from '../../server/claims/contract';
import { cents } from '../../server/contract/money';
import { showPurchaseOrder } from '../../server/orders/contract';
import { lockOrder } from '../../server/orders/transitions';
import { type MoneyBack, returnMoney } from '../../server/payments/adjustments';
import { claimsHarness } from '../claims/claims-harness';
import { download, renderDocuments } from '../support/documents';
import { Factory } from '../support/factories';
import { textOf } from '../support/pdf';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);
const { anOrderIn, anOpenClaim } = claimsHarness(factory);

const pathOf = (order: { id: number }, number = 1) =>
  `/purchase_orders/${order.id}/documents/credit_memo-${number}.pdf`;

test('an agreed claim has a credit memo for both parties, with its lines and no fee', async () => {
  const { order, claim } = await anOpenClaim({ quantity: 3 });
  expect((await order.sellerClient.call(agreeToClaim, { id: claim.id })).status).toBe(200);
  await renderDocuments(app);
  const digits = order.po_number.slice(3);
  const { headers, file } = await download(app, order.buyer, pathOf(order));
  expect(headers['content-disposition']).toBe(`attachment; filename="CM-${digits}-1.pdf"`);
  const text = textOf(file);
  for (const part of [
    `Invoice INV-${digits}`,
    `Reason Claim ${claim.claim_number}`,
    `${order.product.name} 3 $8.00 $24.00`,
    'Missing',
    'Total credited $24.00',
  ])
    expect(text).toContain(part);
  // Of $24.00 the fee was $2.40.
  expect(text).not.toMatch(/\$2\.40|\$21\.60|\bfees?\b|\bnet\b/i);
  expect((await download(app, order.seller, pathOf(order))).file.equals(file)).toBe(true);
  expect((await download(app, await factory.aBuyer(), pathOf(order))).status).toBe(404);
  const shown = await order.buyerClient.call(showPurchaseOrder, { id: order.id });
  expect(shown.body.data.attributes.documents.map(({ number }) => number)).toEqual([
    order.po_number,
    `INV-${digits}`,
    `CM-${digits}-1`,
  ]);
});

test('invoice and memo are billed to the default address, and a canceled rest says what and why', async () => {
  const order = await anOrderIn('shipped');
  const client = await factory.as(order.buyer);
  const address = { company: 'Holdings LLC', line1: '9 Court Plaza', city: 'Columbus', region: 'OH' };
  const rest = { postal_code: '43215', country: 'US', phone: '(614) 224-5678' };
  const created = await client.call(createAddress, {}, { address: { ...address, ...rest } });
  expect(created.status).toBe(201);
  await factory.db('documents').where({ purchase_order_id: order.id, kind: 'invoice' }).delete();
  await factory.transaction(async (tx) => {
    const line = { purchase_order_product_id: order.line.id, goods_cents: cents(1_600), quantity: 2n };
    const back = { lines: [line], freight_cents: cents(0), by: { actor: 'seller' as const } };
    await returnMoney(tx, await lockOrder(tx, order.id), {
      kind: 'short_ship',
      reason: 'Water damage',
      ...back,
    });
  });
  const invoice = `/purchase_orders/${order.id}/documents/invoice.pdf`;
  await download(app, order.buyer, invoice);
  await renderDocuments(app);
  const memo = textOf((await download(app, order.buyer, pathOf(order))).file);
  for (const text of [memo, textOf((await download(app, order.seller, invoice)).file)])
    for (const part of ['9 Court Plaza', 'Columbus, OH 43215', 'Tax: not collected'])
      expect(text).toContain(part);
  for (const part of ['2 of 10 canceled', '2 $8.00 $16.00', 'not shipped: Water damage'])
    expect(memo).toContain(part);
});

test('each adjustment has its own memo; one that fails has none', async () => {
  const order = await anOrderIn('received');
  const bookRefund = (goods: number, more: Partial<MoneyBack> = {}) =>
    factory.transaction(async (tx) => {
      const lines = [{ purchase_order_product_id: order.line.id, goods_cents: cents(goods) }];
      const back = { lines, freight_cents: cents(0), by: { actor: 'staff' as const } };
      await returnMoney(tx, await lockOrder(tx, order.id), { kind: 'provider', ...back, ...more });
    });
  await bookRefund(1_000, { providerId: 're_1' });
  await expect(bookRefund(1_000, { providerId: 're_1' })).rejects.toThrow('re_1 is already recorded.');
  await expect(bookRefund(9_999_999, { providerId: 're_2' })).rejects.toThrow();
  await bookRefund(500, { providerId: 're_3' });
  await renderDocuments(app);
  const memos = await factory
    .db('documents')
    .where({ purchase_order_id: order.id, kind: 'credit_memo' })
    .orderBy('id');
  const digits = order.po_number.slice(3);
  expect(memos.map(({ number }) => number)).toEqual([`CM-${digits}-1`, `CM-${digits}-2`]);
  const text = textOf((await download(app, order.seller, pathOf(order, 2))).file);
  expect(text).toContain('Reason Refund of the card payment');
  expect(text).toContain('Total credited $5.00');
});
