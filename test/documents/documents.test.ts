import { createHash } from 'node:crypto';
import { MAX_UNITS } from '../../server/contract/money';
import { listPurchaseOrders, showPurchaseOrder } from '../../server/orders/contract';
import type { OrderEvent } from '../../server/orders/rules';
import { applyEvent } from '../../server/orders/transitions';
import type { Client } from '../support/client';
import { download, renderDocuments } from '../support/documents';
import { Factory } from '../support/factories';
import { textOf } from '../support/pdf';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);

type Order = Awaited<ReturnType<Factory['anOrder']>>;

const renderAll = () => renderDocuments(app);
const rowsOf = ({ id }: Pick<Order, 'id'>) =>
  factory.db('documents').where({ purchase_order_id: id }).orderBy('id');
const pathOf = ({ id }: Pick<Order, 'id'>, file = 'purchase_order.pdf') =>
  `/purchase_orders/${id}/documents/${file}`;

const apply = (order: Order, event: OrderEvent) =>
  factory.transaction((tx) => applyEvent(tx, order.id, event, { actor: 'provider' }));

const refusal = async (client: Client, path: string) => {
  const { status, headers, body } = await client.request('GET', path);
  return { status, retryAfter: headers.get('Retry-After'), error: (body as { error?: string }).error };
};

test('a purchase order is issued with its order, and is there once it is rendered', async () => {
  const order = await factory.anOrder();
  const client = await factory.as(order.buyer);
  expect(await rowsOf(order)).toMatchObject([
    { kind: 'purchase_order', number: order.po_number, template_version: 4, storage_key: null },
  ]);
  expect(await refusal(client, pathOf(order))).toEqual({
    status: 503,
    retryAfter: '2',
    error: 'Your document is being prepared.',
  });
  await renderAll();
  const { status, headers, file } = await download(app, order.buyer, pathOf(order));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${order.po_number}.pdf"`,
    'cache-control': 'private, no-store',
    'content-length': String(file.length),
    etag: `"${createHash('sha256').update(file).digest('hex')}"`,
  });
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a browser that has waited for a file is told so by a page that asks again', async () => {
  const order = await factory.anOrder();
  const headers = { Accept: 'text/html,application/xhtml+xml' };
  const waiting = await download(app, order.buyer, pathOf(order), { headers });
  expect(waiting.status).toBe(503);
  expect(waiting.headers).toMatchObject({ 'retry-after': '2', refresh: '2' });
  const page = waiting.file.toString();
  expect(page).toContain('Your document is being prepared');
  expect(page).not.toMatch(/Unexpected Application Error|Support reference/);
  await renderAll();
  const { status, headers: got } = await download(app, order.buyer, pathOf(order), { headers });
  expect([status, got['content-type'], got.refresh]).toEqual([200, 'application/pdf', undefined]);
});

test('both parties and staff read the same bytes, strangers 404, the signed-out 401', async () => {
  const order = await factory.anOrder();
  await renderAll();
  const staff = await factory.staff();
  const files = [];
  for (const person of [order.buyer, order.seller, staff])
    files.push((await download(app, person, pathOf(order))).file);
  expect(files[0]?.length).toBeGreaterThan(5_000);
  expect(files[1]?.equals(files[0] ?? Buffer.alloc(0))).toBe(true);
  expect(files[2]?.equals(files[0] ?? Buffer.alloc(0))).toBe(true);
  for (const stranger of [await factory.aBuyer(), await factory.aSeller()])
    expect((await refusal(await factory.as(stranger), pathOf(order))).status).toBe(404);
  expect((await refusal(await factory.as(null), pathOf(order))).status).toBe(401);
  const applicant = await factory.aBuyer({ status: 'provisional' });
  expect((await refusal(await factory.as(applicant), pathOf(order))).status).toBe(403);
});

test('what is not issued, or has another name, is 404', async () => {
  const order = await factory.anOrder();
  const client = await factory.as(order.buyer);
  const files = [
    'invoice.pdf',
    'credit_memo-1.pdf',
    'credit_memo-0.pdf',
    'credit_memo-1e9.pdf',
    'constructor',
  ];
  for (const file of [...files, 'purchase_order', 'purchase_order.json', '..%2f..%2fsecret.pdf'])
    expect([file, (await refusal(client, pathOf(order, file))).status]).toEqual([file, 404]);
  for (const number of ['1', '0', '-1', 'x', '999999999999'])
    expect(
      (await refusal(client, `/purchase_orders/${order.id}/shipments/${number}/packing_slip.pdf`)).status,
    ).toBe(404);
});

test('the invoice is issued with the payment, says what was paid, and neither document a fee or a net', async () => {
  const order = await factory.anOrder({ lines: [{ quantity: 12n }] });
  await apply(order, 'confirm_payment');
  await renderAll();
  const number = `INV-${order.po_number.slice(3)}`;
  const { headers, file } = await download(app, order.seller, pathOf(order, 'invoice.pdf'));
  expect(headers).toMatchObject({ 'content-disposition': `attachment; filename="${number}.pdf"` });
  const text = textOf(file);
  expect(text).toContain(`Invoice number ${number}`);
  expect(text).toContain(order.product.name);
  expect(text).toMatch(/\$96\.00 paid on \w{3} \d{1,2}, 20\d\d/);
  expect(text).toContain(order.buyer.name);
  expect(text).toContain(order.seller.name);
  const both = text + textOf((await download(app, order.seller, pathOf(order))).file);
  // 10 % of $96.00.
  expect(both).not.toMatch(/\$9\.60|\$86\.40|\bfees?\b|\bnet\b/i);
});

test('the content is frozen: names that change later change no document', async () => {
  const order = await factory.anOrder();
  await renderAll();
  const { file } = await download(app, order.buyer, pathOf(order));
  await factory.db('buyers').where({ id: order.buyer_id }).update({ name: 'Renamed' });
  await factory.db('products').where({ id: order.product.id }).update({ name: 'Renamed' });
  const [row] = await rowsOf(order);
  await app.services.store.delete(row?.storage_key ?? '');
  expect((await refusal(await factory.as(order.buyer), pathOf(order))).status).toBe(503);
  await renderAll();
  const again = await download(app, order.buyer, pathOf(order));
  expect(again.file.equals(file)).toBe(true);
  expect(await rowsOf(order)).toEqual([row]);
});

test('a client that has the file learns so, and HEAD answers without it', async () => {
  const order = await factory.anOrder();
  await renderAll();
  const { headers, file } = await download(app, order.buyer, pathOf(order));
  const same = await download(app, order.buyer, pathOf(order), {
    headers: { 'If-None-Match': String(headers.etag) },
  });
  expect([same.status, same.file.length]).toEqual([304, 0]);
  const head = await download(app, order.buyer, pathOf(order), { method: 'HEAD' });
  expect([head.status, head.file.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(file.length),
  ]);
});

test('an order that is older than documents gets its own at the first request, dated as it happened', async () => {
  const order = await factory.anOrder();
  await apply(order, 'confirm_payment');
  await renderAll();
  const { file } = await download(app, order.buyer, pathOf(order, 'invoice.pdf'));
  await factory.db('documents').where({ purchase_order_id: order.id }).delete();
  const client = await factory.as(order.buyer);
  const answers = await Promise.all([1, 2, 3].map(() => refusal(client, pathOf(order, 'invoice.pdf'))));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(await rowsOf(order)).toMatchObject([{ kind: 'invoice' }]);
  await renderAll();
  expect((await download(app, order.buyer, pathOf(order, 'invoice.pdf'))).file.equals(file)).toBe(true);
});

test('quantities of 64 bits are printed exactly', async () => {
  const product = await factory.aProduct({ units: MAX_UNITS });
  const order = await factory.anOrder({ lines: [{ product, quantity: 9_007_199_254n }] }).catch(() => null);
  // Stripe's limit bounds an order: the number is put into its frozen line.
  expect(order).toBeNull();
  const small = await factory.anOrder();
  await factory.db.raw(
    `update documents set content = jsonb_set(content, '{lines,0,quantity}', '9007199254740993') where purchase_order_id = ?`,
    [small.id],
  );
  await renderAll();
  expect(textOf((await download(app, small.buyer, pathOf(small))).file)).toContain('9,007,199,254,740,993');
});

test('an act that fails issues nothing', async () => {
  const order = await factory.anOrder();
  const failed = factory.transaction(async (tx) => {
    await applyEvent(tx, order.id, 'confirm_payment', { actor: 'provider' });
    throw new Error('after the event');
  });
  await expect(failed).rejects.toThrow('after the event');
  expect(await rowsOf(order)).toHaveLength(1);
  await apply(order, 'confirm_payment');
  expect((await rowsOf(order)).map(({ kind }) => kind)).toEqual(['purchase_order', 'invoice']);
});

test('an order names its documents', async () => {
  const order = await factory.anOrder();
  const client = await factory.as(order.buyer);
  const list = async () => {
    const [one, listed] = [
      await client.call(showPurchaseOrder, { id: order.id }),
      await client.call(listPurchaseOrders, {}),
    ];
    const { documents } = one.body.data.attributes;
    expect(listed.body.data[0]?.attributes.documents).toEqual(documents);
    return documents;
  };
  const purchaseOrder = { kind: 'purchase_order', number: order.po_number, url: pathOf(order) };
  expect(await list()).toEqual([purchaseOrder]);
  await apply(order, 'confirm_payment');
  expect(await list()).toEqual([
    purchaseOrder,
    { kind: 'invoice', number: `INV-${order.po_number.slice(3)}`, url: pathOf(order, 'invoice.pdf') },
  ]);
});

test('a person has 300 documents an hour', async () => {
  const order = await factory.anOrder();
  const client = await factory.as(order.buyer);
  await app.services.limitsPool.query(`insert into rate_limits (key, points, expire) values ($1, 300, $2)`, [
    `documents:${order.buyer.id}`,
    Date.now() + 3_600_000,
  ]);
  const answer = await refusal(client, pathOf(order));
  expect(answer.status).toBe(429);
  expect(Number(answer.retryAfter)).toBeGreaterThan(3_500);
});
