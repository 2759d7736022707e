import { changeBuyerPoNumber, showPurchaseOrder } from '../../server/orders/contract';
import { applyEvent } from '../../server/orders/transitions';
import { download, renderDocuments } from '../support/documents';
import { Factory } from '../support/factories';
import { textOf } from '../support/pdf';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

async function aPaidOrder() {
  const order = await factory.anOrder();
  const digits = order.po_number.slice('PO-'.length);
  const client = await factory.as(order.buyer);
  const rename = async (buyer_po_number: string) => {
    const { status } = await client.call(changeBuyerPoNumber, { id: order.id }, { buyer_po_number });
    expect(status).toBe(200);
  };
  const pay = () =>
    factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'provider' }));
  return { ...order, client, first: `INV-${digits}`, second: `INV-${digits}-2`, rename, pay };
}

const invoicesOf = ({ id }: { id: number }) =>
  factory.db('documents').where({ purchase_order_id: id, kind: 'invoice' }).orderBy('id').pluck('number');

test('before the payment nothing is replaced, after it each other number is', async () => {
  const order = await aPaidOrder();
  await order.rename('A-1');
  expect(await invoicesOf(order)).toEqual([]);
  await order.pay();
  await order.rename('A-1');
  expect(await invoicesOf(order)).toEqual([order.first]);
  await order.rename('A-2');
  expect(await invoicesOf(order)).toEqual([order.first, order.second]);
  await renderDocuments(app);
  const read = async (file: string) => {
    const answer = await download(app, order.seller, `/purchase_orders/${order.id}/documents/${file}`);
    return answer.status === 200 ? textOf(answer.file) : answer.status;
  };
  const newest = await read('invoice.pdf');
  for (const part of [order.second, 'Replaces', order.first, 'Your PO', 'A-2', 'Ordered by'])
    expect(newest).toContain(part);
  const first = await read('invoice-1.pdf');
  expect(first).toContain('A-1');
  expect(first).not.toContain('Replaces');
  expect(await read('invoice-2.pdf')).toBe(newest);
  expect(await read('invoice-3.pdf')).toBe(404);
});

test('the order names the newest first, and the one that it replaced', async () => {
  const order = await aPaidOrder();
  await order.pay();
  await order.rename('B-1');
  const { body } = await order.client.call(showPurchaseOrder, { id: order.id });
  const path = `/purchase_orders/${order.id}/documents`;
  expect(body.data.attributes.documents.filter(({ kind }) => kind === 'invoice')).toEqual([
    { kind: 'invoice', number: order.second, url: `${path}/invoice.pdf` },
    { kind: 'invoice', number: order.first, url: `${path}/invoice-1.pdf` },
  ]);
});

test('an order that is older than documents gets both', async () => {
  const order = await aPaidOrder();
  await order.pay();
  await factory.db('documents').where({ purchase_order_id: order.id }).delete();
  await order.rename('C-1');
  expect(await invoicesOf(order)).toEqual([order.first, order.second]);
});

test('ten changes at once leave one invoice for each number that came', async () => {
  const order = await aPaidOrder();
  await order.pay();
  await Promise.all(Array.from({ length: 10 }, (_item, index) => order.rename(`D-${index}`)));
  const numbers = await invoicesOf(order);
  expect(numbers).toHaveLength(11);
  expect(new Set(numbers).size).toBe(11);
});
