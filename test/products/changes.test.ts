import type { Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { jobs } from '../../server/job-registry';
import { pruneHistory } from '../../server/products/changes';
import { deleteProduct, showProduct, updateProduct } from '../../server/products/contract';
import {
  changeProducts,
  type ProductChange,
  showChanges,
  undoChange,
} from '../../server/products/manage/contract';
import { ask, csv, uploaded } from '../imports/files';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);
let seller: Seller;
let client: Client;

beforeEach(async () => {
  seller = await factory.aSeller();
  client = await factory.as(seller);
});

const history = async (id: number, as = client) => (await as.call(showChanges, { id })).body.changes;

const fieldsOf = (change: ProductChange | undefined) =>
  Object.fromEntries((change?.fields ?? []).map(({ field, from, to }) => [field, [from, to]]));

test('An edit keeps the fields that changed, as PUT takes them, and no other', async () => {
  const { id, name } = await factory.aProduct({ seller, units: 100n });
  const product = {
    units: 40n,
    name: 'Blue Mug',
    length: 2.5,
    photo_2: 'https://a.example.com/2.jpg',
    sku: '',
  };
  await client.call(updateProduct, { id }, { product });
  await client.call(updateProduct, { id }, { product });
  const [change, ...more] = await history(id);
  expect(fieldsOf(change)).toEqual({
    units: [100n, 40n],
    name: [name, 'Blue Mug'],
    length: [null, 2.5],
    photo_2: [null, 'https://a.example.com/2.jpg'],
  });
  expect(change).toMatchObject({
    source: 'form',
    source_id: null,
    by: { id: seller.id, name: 'Ada Example', kind: 'person' },
  });
  expect(more).toEqual([]);
});

test('Units keep all their digits', async () => {
  const { id } = await factory.aProduct({ seller, units: 9_000_000_000_000_000_000n });
  await client.call(updateProduct, { id }, { product: { units: 8_999_999_999_999_999_999n } });
  const { text } = await client.call(showChanges, { id });
  expect(text).toContain('{"field":"units","from":9000000000000000000,"to":8999999999999999999}');
});

test('A change of many and its undo name the change', async () => {
  const { id } = await factory.aProduct({ seller, units: 100n });
  const { body } = await client.call(changeProducts, {}, { ids: [id], change: { units: 40n } });
  await client.call(undoChange, { id: body.undo ?? 0 });
  expect((await history(id)).map((one) => [one.source, one.source_id, fieldsOf(one)])).toEqual([
    ['undo', body.undo, { units: [40n, 100n] }],
    ['bulk', body.undo, { units: [100n, 40n] }],
  ]);
});

test('The undo of a price gives the price back', async () => {
  const { id } = await factory.aProduct({ seller, seller_price_cents: cents(550) });
  const { body } = await client.call(
    changeProducts,
    {},
    { ids: [id], change: { seller_price_cents: cents(475) } },
  );
  await client.call(undoChange, { id: body.undo ?? 0 });
  expect((await history(id)).map(fieldsOf)).toEqual([
    { seller_price_cents: [475, 550] },
    { seller_price_cents: [550, 475] },
  ]);
});

test('A deletion by form and by a change of many is kept, and read after it', async () => {
  const [one, other] = [await factory.aProduct({ seller }), await factory.aProduct({ seller })];
  await client.call(deleteProduct, { id: one.id });
  await client.call(changeProducts, {}, { ids: [other.id], change: { delete: true } });
  expect((await history(one.id)).map(fieldsOf)).toEqual([{ deleted: [false, true] }]);
  expect((await history(other.id)).map(fieldsOf)).toEqual([{ deleted: [false, true] }]);
});

test('A refused edit leaves no trace', async () => {
  const { id } = await factory.aProduct({ seller, msrp_cents: cents(2_000) });
  await client.call(updateProduct, { id }, { product: { name: 'Blue Mug', seller_price_cents: 2_001 } });
  expect(await history(id)).toEqual([]);
});

test('An import names itself and the person who started it', async () => {
  const { id, upc, name } = await factory.aProduct({ seller, sku: null, units: 100n });
  const key = await uploaded(
    client,
    csv([`${upc},${name},https://a.example.com/1.jpg,20.00,9.00,5.00,100,A-1`], ',SKU'),
  );
  const { body } = await ask(client, key);
  await runDueJobs(app.services, jobs);
  const [change] = await history(id);
  expect(change).toMatchObject({
    source: 'import',
    source_id: body.id,
    by: { id: seller.id, kind: 'person' },
  });
  expect(fieldsOf(change)).toMatchObject({ sku: [null, 'A-1'] });
});

test('An API key is named as itself', async () => {
  const { id } = await factory.aProduct({ seller });
  const key = await factory.aKey(seller, { name: 'ERP sync' });
  await key.client.request('PUT', `/products/${id}`, { body: { product: { name: 'Blue Mug' } } });
  expect((await history(id))[0]?.by).toMatchObject({ name: 'ERP sync', kind: 'key' });
});

test('Staff are named to staff alone', async () => {
  const { id } = await factory.aProduct({ seller });
  const staff = await factory.staff({ name: 'Sam Staff' });
  const asStaff = await factory.as(staff);
  await asStaff.call(updateProduct, { id }, { product: { name: 'Red Mug' } });
  expect((await history(id))[0]).toMatchObject({
    source: 'staff',
    by: { id: null, name: 'Staff', kind: 'staff' },
  });
  expect((await history(id, asStaff))[0]?.by).toEqual({ id: staff.id, name: 'Sam Staff', kind: 'staff' });
});

test('Pages hold 50 changes, newest first, and say where the next is', async () => {
  const { id } = await factory.aProduct({ seller, units: 1n });
  for (let units = 2n; units <= 52n; units++)
    await client.call(updateProduct, { id }, { product: { units } });
  const first = await client.call(showChanges, { id });
  expect(first.body.changes.map((one) => fieldsOf(one).units?.[1])).toEqual(
    Array.from({ length: 50 }, (_, index) => BigInt(52 - index)),
  );
  expect(first.headers.get('link')).toContain(`/products/${id}/changes?page=2`);
  const second = await client.call(showChanges, { id }, undefined, { page: 2 });
  expect(second.body.changes).toHaveLength(1);
  expect(second.headers.get('link')).toBeNull();
});

test('A page that is no page is refused, and one past the end is empty', async () => {
  const { id } = await factory.aProduct({ seller });
  for (const page of ['0', '-1', 'x', '1e9', '99999999999999999999'])
    expect((await client.request('GET', `/products/${id}/changes?page=${page}`)).status).toBe(422);
  expect((await client.request('GET', `/products/${id}/changes?page=1000000`)).body).toEqual({ changes: [] });
});

test('Buyers, other sellers and members without the right do not read it', async () => {
  const { id } = await factory.aProduct({ seller });
  await client.call(updateProduct, { id }, { product: { name: 'Blue Mug' } });
  const status = async (as: Client) => (await as.call(showChanges, { id })).status;
  expect(await status(await factory.as(await factory.aBuyer()))).toBe(403);
  expect(await status(await factory.as(await factory.aSeller()))).toBe(404);
  expect(await status(await factory.as(await factory.aMember(seller, 'warehouse')))).toBe(403);
  expect(await status((await factory.aKey(seller, { capabilities: ['orders:read'] })).client)).toBe(403);
});

test('Changes are pruned after 400 days', async () => {
  const { id } = await factory.aProduct({ seller });
  for (const name of ['Blue Mug', 'Red Mug']) await client.call(updateProduct, { id }, { product: { name } });
  const [kept, old] = await history(id);
  await factory
    .db('product_changes')
    .where({ id: BigInt(old?.id ?? 0) })
    .update({ at: factory.db.raw("now() - interval '401 days'") });
  await factory
    .db('product_changes')
    .where({ id: BigInt(kept?.id ?? 0) })
    .update({ at: factory.db.raw("now() - interval '399 days'") });
  await pruneHistory(factory.db);
  expect((await history(id)).map((one) => one.id)).toEqual([kept?.id]);
});

test('An edit of an older version is refused whole', async () => {
  const { id } = await factory.aProduct({ seller, units: 100n });
  const read = (await client.call(showProduct, { id })).body.version;
  expect(read).toBe(1);
  const saved = await client.call(updateProduct, { id }, { product: { units: 40n, version: read } });
  expect(saved.body).toMatchObject({ units: 40n, version: 2 });
  const late = await client.call(
    updateProduct,
    { id },
    { product: { units: 30n, name: 'Blue Mug', version: read } },
  );
  expect([late.status, late.body]).toEqual([
    409,
    { error: 'This product changed. Review the latest version.', code: 'conflict' },
  ]);
  expect((await client.call(showProduct, { id })).body).toMatchObject({ units: 40n, version: 2 });
});

test('A sale leaves the version, and buyers do not see it', async () => {
  const product = await factory.aProduct({ seller, version: 7, units: 100n });
  const { id } = product;
  await factory.anOrder({ seller, lines: [{ product }] });
  expect((await client.call(showProduct, { id })).body).toMatchObject({ units: 90n, version: 7 });
  expect((await (await factory.as(null)).call(showProduct, { id })).body).not.toHaveProperty('version');
});
