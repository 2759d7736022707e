import type { OfferDocument } from '../../server/offers/contract';
import { changeBuyerPoNumber, exportOrders, showPurchaseOrder } from '../../server/orders/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

const attributesOf = ({ body }: { body: unknown }) => (body as OfferDocument).data.attributes;
const act = (client: Client, id: number, what: 'submit' | 'accept', body: object = {}) =>
  client.request('PUT', `/offers/${id}/${what}`, { body });
const numberOf = async (client: Client, id: number) =>
  (await client.call(showPurchaseOrder, { id })).body.data.attributes.buyer_po_number;

/** A draft at the asking price, with its parties signed in. */
async function aDraft() {
  const offer = await factory.anOffer({ state: 'draft' });
  return { ...offer, asBuyer: await factory.as(offer.buyer), asSeller: await factory.as(offer.seller) };
}

const orderOf = async ({ id }: { id: number }) => {
  const order = await factory.db('purchase_orders').where({ offer_id: id }).first();
  if (!order) throw new Error('There is no order');
  return order;
};

async function anOrder(status?: 'awaiting_shipment') {
  const order = await factory.anOrder();
  if (status) await factory.db('purchase_orders').where({ id: order.id }).update({ status });
  return { ...order, asBuyer: await factory.as(order.buyer), asSeller: await factory.as(order.seller) };
}

test('a number that came with the offer is on the offer and the order, for both sides', async () => {
  const { id, asBuyer, asSeller, buyer, seller } = await aDraft();
  const sent = await act(asBuyer, id, 'submit', { buyer_po_number: '  4500 \t 12345 ' });
  expect(attributesOf(sent).buyer_po_number).toBe('4500 12345');
  expect(attributesOf(await asSeller.request('GET', `/offers/${id}`)).buyer_po_number).toBe('4500 12345');
  expect((await act(asSeller, id, 'accept', { buyer_po_number: 'not theirs to name' })).status).toBe(200);
  const order = await orderOf({ id });
  for (const client of [asBuyer, asSeller]) expect(await numberOf(client, order.id)).toBe('4500 12345');
  const labels = [
    [buyer.email, 'Your PO number'],
    [seller.email, "Buyer's PO number"],
  ] as const;
  for (const [recipient, label] of labels) {
    const mail = await factory.db('mails').where({ recipient }).orderBy('id', 'desc').first('text');
    expect(mail?.text).toMatch(new RegExp(`${label}\\s+4500 12345`));
  }
});

test('Buy Now names one; without, there is none', async () => {
  const [named, unnamed] = [await aDraft(), await aDraft()];
  await act(named.asBuyer, named.id, 'accept', { buyer_po_number: 'PO/7' });
  await act(unnamed.asBuyer, unnamed.id, 'accept');
  expect((await orderOf(named)).buyer_po_number).toBe('PO/7');
  expect((await orderOf(unnamed)).buyer_po_number).toBeNull();
});

test('41 characters are refused, 40 are not, and an empty one clears it', async () => {
  const { id, asBuyer } = await aDraft();
  const refused = await act(asBuyer, id, 'submit', { buyer_po_number: 'x'.repeat(41) });
  expect([refused.status, (refused.body as { errors: string[] }).errors]).toEqual([
    422,
    ['Maximum 40 characters'],
  ]);
  const sent = await act(asBuyer, id, 'submit', { buyer_po_number: 'x'.repeat(40) });
  expect(attributesOf(sent).buyer_po_number).toBe('x'.repeat(40));
  const order = await anOrder();
  const change = (buyer_po_number: string | null) =>
    order.asBuyer.call(changeBuyerPoNumber, { id: order.id }, { buyer_po_number });
  expect((await change('4500012345')).body.data.attributes.buyer_po_number).toBe('4500012345');
  expect((await change('')).body.data.attributes.buyer_po_number).toBeNull();
});

test('the buyer changes it until something ships; a stale version is told', async () => {
  const order = await anOrder('awaiting_shipment');
  const change = (body: { buyer_po_number: string; version?: number }) =>
    order.asBuyer.call(changeBuyerPoNumber, { id: order.id }, body);
  const changed = await change({ buyer_po_number: 'A-1', version: order.version });
  expect(changed.body.data.attributes).toMatchObject({ buyer_po_number: 'A-1', version: order.version + 1 });
  expect((await change({ buyer_po_number: 'A-2', version: order.version })).status).toBe(409);
  const again = await change({ buyer_po_number: 'A-1' });
  expect(again.body.data.attributes.version).toBe(order.version + 1);
  await factory.db('purchase_orders').where({ id: order.id }).update({ shipped_units: 1n });
  const late = await change({ buyer_po_number: 'A-3' });
  expect([late.status, late.body]).toMatchObject([
    409,
    { error: 'This order has already shipped.', code: 'already_shipped' },
  ]);
  const shown = await order.asSeller.call(showPurchaseOrder, { id: order.id });
  expect(shown.body.activity).toMatchObject([
    { event: 'buyer_po_number_changed', actor: 'buyer', detail: { buyer_po_number: 'A-1' } },
  ]);
});

test('both sides find order and offer by it, and read it in the last column of their files', async () => {
  const order = await anOrder();
  await order.asBuyer.call(changeBuyerPoNumber, { id: order.id }, { buyer_po_number: 'RE-2026/Q4 99' });
  const other = await factory.anOrder({ buyer: order.buyer, seller: order.seller });
  for (const client of [order.asBuyer, order.asSeller]) {
    for (const q of ['RE-2026/Q4 99', 're-2026', 'q4 99']) {
      const list = await client.request('GET', '/marketplace/purchase_orders', { query: { q } });
      const { data } = list.body as { data: { id: string }[] };
      expect(data.map(({ id }) => Number(id))).toEqual([order.id]);
    }
    const { text } = await client.send('GET', exportOrders.path);
    const [head = '', ...rows] = text.trim().split(/\r?\n/);
    expect(head.endsWith(',Buyer PO Number')).toBe(true);
    expect(rows.find((row) => row.includes(order.po_number))).toMatch(/,RE-2026\/Q4 99$/);
    expect(rows.find((row) => row.includes(other.po_number))).toMatch(/,$/);
  }
});

test('an approval performs the number that was asked for, and another one replaces the request', async () => {
  const { id, asBuyer, buyer } = await aDraft();
  const limits = { order_limit_cents: 1 as never };
  const asPurchaser = await factory.as(await factory.aMember(buyer, 'purchaser', limits));
  const first = await act(asPurchaser, id, 'accept', { buyer_po_number: 'B-1' });
  const second = await act(asPurchaser, id, 'accept', { buyer_po_number: 'B-2' });
  expect([first.status, second.status]).toEqual([202, 202]);
  const { approval, version, buyer_po_number } = attributesOf(second);
  expect(approval?.id).not.toBe(attributesOf(first).approval?.id);
  expect(buyer_po_number).toBeNull();
  const approved = await asBuyer.request('POST', `/approvals/${approval?.id}/approve`, { body: { version } });
  expect(approved.status).toBe(200);
  expect((await orderOf({ id })).buyer_po_number).toBe('B-2');
});
