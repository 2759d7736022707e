import type { Buyer } from '../../server/accounts/policy';
import * as calls from '../../server/wants/contract';
import { wantJobs } from '../../server/wants/jobs';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';
import { aWantList, pageOf } from './support';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const aList = async (text: string, buyer?: Buyer) =>
  aWantList(factory, buyer ?? (await factory.aBuyer()), text);

const put = (client: Client, id: number | undefined, body: object) =>
  client.call(calls.updateWant, { id: id ?? 0 }, body);

test('a line without an item takes one, which is read and looked for like that of a list', async () => {
  const product = await factory.aProduct({ name: 'Basalt Mortar', sku: 'BM-9' });
  const { client, page } = await aList('UPC,Qty\n8.12E+11,5\n8.12E+11,5\n8.12E+11,5\n8.12E+11,');
  const [first, second, third, fourth] = page.lines.map(({ id }) => id);
  expect((await put(client, first, { item: '!!' })).body).toMatchObject({
    errors: ['Add a UPC, SKU or name'],
  });
  expect((await put(client, first, { item: 'x'.repeat(201) })).status).toBe(422);
  expect((await put(client, first, { item: `UPC ${product.upc}` })).body.want).toMatchObject({
    upc: product.upc,
    status: 'matched',
    problem: null,
  });
  expect((await put(client, second, { item: 'bm-9' })).body.want).toMatchObject({
    sku: 'bm-9',
    status: 'matched',
  });
  expect((await put(client, third, { item: 'mortar basalt' })).body.want).toMatchObject({
    name: 'mortar basalt',
    status: 'proposed',
  });
  expect((await put(client, fourth, { item: 'mortar' })).body.want).toMatchObject({
    status: 'closed',
    problem: 'Enter a quantity',
  });
  expect((await put(client, first, { item: 'basalt mortars' })).body.want).toMatchObject({
    upc: null,
    name: 'basalt mortars',
    status: 'proposed',
    product: null,
  });
});

test('a proposal is taken by a click, another one instead, and null refuses them', async () => {
  const [one, other, foreign] = [
    await factory.aProduct({ name: 'Quartz Clock' }),
    await factory.aProduct({ name: 'Quartz Clock Red' }),
    await factory.aProduct({ name: 'Sundial' }),
  ];
  const { client, id, page } = await aList('quartz clock,5');
  const want = page.lines[0]?.id;
  expect((await put(client, want, { product_id: foreign.id })).body).toMatchObject({
    errors: ['Choose one of the proposals'],
  });
  for (const { id: product_id } of [one, other])
    expect((await put(client, want, { product_id })).body.want).toMatchObject({
      status: 'matched',
      product: { product_id },
    });
  expect((await put(client, want, { quantity: 50 })).body.want).toMatchObject({
    quantity: 50n,
    status: 'matched',
    product: { product_id: other.id },
  });
  expect((await put(client, want, { product_id: null })).body.want).toMatchObject({
    status: 'waiting',
    product: null,
    proposals: [],
  });
  expect((await pageOf(client, id)).want_list.counts).toMatchObject({ waiting: 1, proposed: 0 });
});

test('a fault is mended by what it asks for, one after another', async () => {
  const product = await factory.aProduct();
  const { client, page } = await aList(`UPC,Quantity,Price\n${product.upc},,cheap`);
  const want = page.lines[0]?.id;
  expect((await put(client, want, { quantity: 5 })).body.want).toMatchObject({
    status: 'closed',
    problem: 'Enter a price like 9.99',
  });
  expect((await put(client, want, { target_cents: null })).body.want).toMatchObject({
    status: 'matched',
    problem: null,
    quantity: 5n,
    product: { product_id: product.id },
  });
});

test('more than is in the cart is a line of its own, however often it is said', async () => {
  const product = await factory.aProduct();
  const { client, id, page } = await aList(`${product.upc},5`);
  const want = page.lines[0]?.id;
  await client.call(calls.draftWants, { id }, {});
  expect((await put(client, want, { target_cents: 1 })).status).toBe(409);
  expect((await put(client, want, { quantity: 4 })).status).toBe(409);
  const more = await put(client, want, { quantity: 8 });
  expect(more.body.want).toMatchObject({ quantity: 3n, status: 'matched', line: 1 });
  await put(client, want, { quantity: 8 });
  expect((await pageOf(client, id)).lines.map(({ quantity }) => quantity)).toEqual([5n, 3n]);
});

test('a bad value is refused with a sentence', async () => {
  const { client, page } = await aList('a lamp,5');
  const want = page.lines[0]?.id;
  const errors = async (body: object) => (await put(client, want, body)).body as { errors?: string[] };
  expect((await errors({ quantity: 0 })).errors).toEqual(['Enter a quantity']);
  expect((await errors({ target_cents: 0 })).errors).toEqual(['Enter a price like 9.99']);
  expect((await errors({ ends_on: '2001-01-01' })).errors).toEqual(['Enter a date in the future']);
  expect((await errors({ ends_on: '2999-01-01' })).errors).toEqual(['Enter a date within a year']);
});

test('name, emails and day of a list change; an old version is refused', async () => {
  const { client, id, page } = await aList('a lamp,5');
  const change = (want_list: object) => client.call(calls.updateWantList, { id }, { want_list });
  const { version } = page.want_list;
  expect((await change({ name: 'Lamps', alert: 'off', version })).body.want_list).toMatchObject({
    name: 'Lamps',
    alert: 'off',
    version: version + 1,
  });
  expect(await change({ name: 'Late', version })).toMatchObject({
    status: 409,
    body: { error: 'This want list changed. Review it and try again.' },
  });
  expect((await change({ ends_on: '2001-01-01' })).status).toBe(422);
});

test('deleting takes lines and lists away, the cart keeps what it has', async () => {
  const product = await factory.aProduct();
  const buyer = await factory.aBuyer();
  const { client, id, page } = await aList(`${product.upc},5\na lamp,1`, buyer);
  await client.call(calls.draftWants, { id }, {});
  expect((await client.call(calls.deleteWant, { id: page.lines[1]?.id ?? 0 })).status).toBe(204);
  expect((await pageOf(client, id)).lines).toHaveLength(1);
  expect((await client.call(calls.deleteWantList, { id })).status).toBe(204);
  expect((await client.call(calls.showWantList, { id })).status).toBe(404);
  const drafts = await factory.db('offers').where({ buyer_id: buyer.buyer_id, state: 'draft' });
  expect(drafts).toHaveLength(1);
  await runDueJobs(app.services, wantJobs);
});

test('a list that is deleted while it is read is simply gone', async () => {
  const client = await factory.as(await factory.aBuyer());
  const { body } = await client.call(calls.createWantList, {}, { want_list: { text: 'a lamp,1' } });
  await client.call(calls.deleteWantList, { id: body.want_list.id });
  await runDueJobs(app.services, wantJobs);
  expect((await client.call(calls.listWantLists, {})).body.want_lists).toEqual([]);
});
