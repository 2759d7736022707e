import fc from 'fast-check';
import type { ProductRow } from '../../db/tables';
import { agreeToClaim, openClaim } from '../../server/claims/contract';
import { cents } from '../../server/contract/money';
import { showPurchaseOrder } from '../../server/orders/contract';
import { applyEvent } from '../../server/orders/transitions';
import { bookAdjustment } from '../../server/payments/refunds/contract';
import { Books } from '../ledger/books';
import { ADDRESS, act, paidOrder, ship } from '../shipping/orders-to-ship';
import type { Client } from '../support/client';
import { sumOf, table } from '../support/csv';
import { useTestApp } from '../support/test-app';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const app = useTestApp({ rateLimits: false });
const books = new Books(app);

const ORDERS = '/marketplace/purchase_orders.csv';
const file = async (client: Client, path: string) => table((await client.request('GET', path)).text);

const monthNow = () => new Date().toISOString().slice(0, 7);

const line = fc.record({
  price: fc.integer({ min: 1, max: 20_000 }),
  quantity: fc.integer({ min: 1, max: 60 }),
  shipped: fc.nat(60),
  claimed: fc.nat(3),
});
const deal = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  freight: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  end: fc.constantFrom(
    'unpaid',
    'paid',
    'canceled unpaid',
    'canceled',
    'rest canceled',
    'shipped',
    'received',
  ),
  freightBack: fc.nat(10_000),
  refund: fc.nat(3_000),
});
type Deal = typeof deal extends fc.Arbitrary<infer Value> ? Value : never;

/** What the product refuses, such as a refund above what is left, changes nothing. */
async function play({ lines, freight, end, freightBack, refund }: Deal) {
  const seller = await books.aSeller();
  const products: ProductRow[] = [];
  for (const { price, quantity } of lines)
    products.push(
      await books.aProduct({
        seller,
        units: BigInt(quantity),
        msrp_cents: cents(50_000),
        seller_price_cents: cents(price),
      }),
    );
  const agreed = lines.map(({ price, quantity }, n) => ({
    product: products[n] as ProductRow,
    quantity: BigInt(quantity),
    unit_price: cents(price),
  }));
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  fc.pre(total >= 50);
  const before = await books.anOrder({ seller, lines: agreed });
  await books
    .db('purchase_orders')
    .where({ id: before.id })
    .update({
      freight_cents: cents(freight),
      total_cents: cents(before.total_cents + freight),
      total_net_to_seller: cents(before.total_net_to_seller + freight),
      ship_to: ADDRESS,
      ship_from: ADDRESS,
    });
  const [buyerClient, sellerClient] = [await books.as(before.buyer), await books.as(seller)];
  const { id } = before;
  if (end === 'canceled unpaid') await books.fire(id, 'cancel');
  if (end.endsWith('unpaid')) return { id, seller, buyerClient, sellerClient };
  await books.fire(id, 'confirm_payment');
  const own = await books.db('purchase_order_products').where({ purchase_order_id: id }).orderBy('id');
  const staff = await books.as(await books.staff());
  const back = {
    goods_cents: refund,
    freight_cents: Math.floor((freight * freightBack) / 10_000),
    reason: 'Late',
  };
  if (refund % 3 === 0) await staff.call(bookAdjustment, { id }, { provider_id: `re_${id}`, ...back });
  if (end === 'canceled') await books.fire(id, 'cancel');
  if (end === 'rest canceled') {
    const part = own
      .map((row, n) => ({
        purchase_order_product_id: row.id,
        quantity: Math.min(lines[n]?.shipped ?? 0, Number(row.quantity)),
      }))
      .filter(({ quantity }) => quantity > 0);
    await ship(sellerClient, id, { lines: part });
    await act(sellerClient, id, 'cancel_remaining', { reason: 'Water damage' });
  }
  if (end === 'shipped' || end === 'received') await books.fire(id, 'ship');
  if (end !== 'received') return { id, seller, buyerClient, sellerClient };
  await books.fire(id, 'receive');
  const claimed = own.map((row, n) => ({
    purchase_order_product_id: row.id,
    quantity: Math.min(lines[n]?.claimed ?? 0, Number(row.quantity)),
    reason: 'missing',
  }));
  const claim = {
    lines: claimed.filter(({ quantity }) => quantity > 0),
    description: 'Not in the cartons.',
    photos: [],
  };
  const opened = await buyerClient.call(openClaim, { id }, { claim } as never);
  if (opened.status === 201) await sellerClient.call(agreeToClaim, { id: opened.body.claim.id });
  return { id, seller, buyerClient, sellerClient };
}

/** $2,063.00, of which $59.40 and 12 of 60 units at $17.00 went back. */
const PART_SHIPPED: Deal = {
  lines: [
    { price: 1_700, quantity: 60, shipped: 48, claimed: 0 },
    { price: 3_300, quantity: 26, shipped: 26, claimed: 0 },
  ],
  freight: 18_500,
  end: 'rest canceled',
  freightBack: 0,
  refund: 5_940,
};

test('the rows of an order name what shipped, what was canceled, the freight and what went back', async () => {
  const { sellerClient } = await play(PART_SHIPPED);
  const rows = await file(sellerClient, ORDERS);
  expect(rows).toMatchObject([
    { Quantity: '60', 'Units Shipped': '48', 'Units Canceled': '12', Total: '1020.00' },
    { Quantity: '26', 'Units Shipped': '26', 'Units Canceled': '0', Total: '858.00' },
    { 'Product Name': 'Freight', Quantity: '', Total: '185.00', Net: '185.00', Fee: '0.00' },
  ]);
  expect(['Total', 'Refunded', 'Net'].map((column) => sumOf(rows, column))).toEqual([
    206_300, 26_340, 163_814,
  ]);
});

test('the sums of the orders CSV are those of the order page, the ledger and the statement', async () => {
  await fc.assert(
    fc.asyncProperty(deal, async (played) => {
      const { id, seller, buyerClient, sellerClient } = await play(played);
      const order = (await sellerClient.call(showPurchaseOrder, { id })).body.data.attributes;
      const rows = await file(sellerClient, ORDERS);
      const isCanceled = order.status === 'canceled';
      expect(sumOf(rows, 'Total')).toBe(order.total_cents);
      expect(sumOf(rows, 'Total')).toBe(order.goods_cents + order.freight_cents);
      if (!isCanceled) expect(sumOf(rows, 'Refunded')).toBe(order.refunded_cents);
      if (order.earnings) expect(sumOf(rows, 'Net')).toBe(isCanceled ? 0 : order.earnings.net_cents);
      for (const row of rows)
        expect(sumOf([row], 'Total After Refunds')).toBe(sumOf([row], 'Net') + sumOf([row], 'Fee'));
      const { total_units, shipped_units, canceled_units } = await books.row(id);
      expect(sumOf(rows, 'Quantity') / 100).toBe(Number(total_units));
      expect(sumOf(rows, 'Units Canceled') / 100).toBe(Number(isCanceled ? total_units : canceled_units));
      expect(sumOf(rows, 'Units Shipped') / 100).toBe(Number(shipped_units));

      const { pending_cents, available_cents } = await books.balance(seller);
      const paid = rows.filter((row) => row.Paid !== '');
      expect(sumOf(paid, 'Net')).toBe(pending_cents + available_cents);
      const statement = await file(sellerClient, `/marketplace/statements/${monthNow()}.csv`);
      for (const [column, name] of [
        ['Net', 'Net'],
        ['Fee', 'Fee'],
        ['Gross', 'Total After Refunds'],
      ] as const)
        expect([name, sumOf(statement, column)]).toEqual([name, sumOf(paid, name)]);
      expect(sumOf(statement, 'Amount')).toBe(sumOf(statement, 'Net'));

      const bought = await file(buyerClient, ORDERS);
      for (const column of ['Total', 'Refunded', 'Total After Refunds', 'Units Shipped', 'Units Canceled'])
        expect([column, sumOf(bought, column)]).toEqual([column, sumOf(rows, column)]);
      expect(Object.keys(bought[0] ?? {})).not.toEqual(expect.arrayContaining(['Net']));
      expect(Object.keys(bought[0] ?? {})).not.toEqual(expect.arrayContaining(['Fee']));
      const exported = await file(sellerClient, '/dashboard/export/orders.csv');
      expect(exported).toEqual(rows);
    }),
    { numRuns: 40, examples: [[PART_SHIPPED]] },
  );
});

test('files for people begin with a byte order mark, keep leading zeros and tell days', async () => {
  const seller = await books.aSeller();
  const product = await books.aProduct({ seller, upc: '012345678905', sku: '000417', name: '=1+1' });
  const order = await paidOrder(books, { seller, lines: [{ product }] });
  await books.transaction((tx) => applyEvent(tx, order.id, 'ship', { actor: 'staff', carrier: 'ups' }));
  const { sellerClient } = order;
  const day = new Date().toISOString().slice(0, 10);
  const text = async (path: string) => (await sellerClient.request('GET', path)).text;
  for (const path of [
    ORDERS,
    '/offers.csv',
    '/dashboard/export/orders.csv',
    '/dashboard/export/offers.csv',
    '/dashboard/export/products.csv',
    '/seller/analytics.csv?days=30',
  ]) {
    const content = await text(path);
    expect([path, content.slice(0, 1)]).toEqual([path, '\ufeff']);
    expect(content).toContain('"=""012345678905"""');
    expect(content).toContain('"=""000417"""');
    expect(content).toContain("'=1+1");
    expect(content).not.toMatch(/\d{4}-\d\d-\d\dT/);
  }
  expect((await file(sellerClient, ORDERS))[0]).toMatchObject({ Ordered: day, Paid: day });
  const statement = await text(`/marketplace/statements/${monthNow()}.csv`);
  expect(statement).toMatch(/^\ufeffDate,/);
  expect(statement).toContain(`\r\n${day},Order paid,${order.po_number},`);
});

test("an offer's rows, its freight included, add up to its total", async () => {
  const { id, seller, buyer } = await books.anOffer({ lines: [{}, { quantity: 3n }] });
  await books
    .db('offers')
    .where({ id })
    .update({ freight_cents: cents(4_500) });
  for (const person of [seller, buyer]) {
    const rows = await file(await books.as(person), '/offers.csv');
    expect(rows.map((row) => [row['Product Name'] === 'Freight', row.Total])).toEqual([
      [false, '80.00'],
      [false, '24.00'],
      [true, '45.00'],
    ]);
  }
});
