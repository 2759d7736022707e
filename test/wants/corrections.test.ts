import * as calls from '../../server/wants/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { aWantList, pageOf } from './support';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const aList = async (text: string) => aWantList(factory, await factory.aBuyer(), text);

const correct = (client: Client, id: number, lines: readonly object[]) =>
  client.call(calls.correctWants, { id }, { lines });

test('a faulty line says what was typed, and no other line does', async () => {
  const { page } = await aList('Qty,Price,UPC,Needed by\n2 cases,cheap,8.12E+11,soon\n5,4.75,614141000036,');
  expect(page.lines).toMatchObject([
    {
      problems: ['item', 'packs', 'price', 'unread_date'],
      problem: 'Add a UPC, SKU or name',
      typed: { item: '8.12E+11', quantity: '2 cases', price: 'cheap', date: 'soon' },
    },
    { problems: [], typed: null },
  ]);
});

test('cells are corrected as people type them, many lines at a time, and what is right is looked for', async () => {
  const product = await factory.aProduct({ name: 'Basalt Mortar' });
  const { client, id, page } = await aList(
    'UPC,Qty,Price\n8.12E+11,2 cases,cheap\n614141000036,0,\n614141000036,x,',
  );
  const [first, second, third] = page.lines.map((line) => line.id);
  const { status, body } = await correct(client, id, [
    { id: first, item: `UPC ${product.upc}`, quantity: '24 pcs', price: '$4.75 ea', date: '' },
    { id: second, quantity: '1,200' },
    { id: third, quantity: 'three', price: '' },
  ]);
  expect(status).toBe(200);
  expect(body.lines).toMatchObject([
    {
      upc: product.upc,
      quantity: 24n,
      target_cents: 475,
      status: 'matched',
      product: { product_id: product.id },
      problems: [],
      typed: null,
    },
    { upc: '614141000036', quantity: 1200n, status: 'waiting', typed: null },
    { quantity: null, status: 'closed', problem: 'Enter a quantity', typed: { quantity: 'three' } },
  ]);
  expect((await pageOf(client, id)).want_list.counts).toMatchObject({ matched: 1, waiting: 1, problems: 1 });
});

test('a cell that is not given stays as it was, with its fault', async () => {
  const { client, id, page } = await aList('Name,Qty,Price\nBlue mug,x,cheap');
  const want = page.lines[0]?.id;
  const { body } = await correct(client, id, [{ id: want, quantity: '5' }]);
  expect(body.lines).toMatchObject([
    { name: 'Blue mug', quantity: 5n, problems: ['price'], typed: { quantity: '5', price: 'cheap' } },
  ]);
  const blank = await correct(client, id, [{ id: want, item: '', price: '' }]);
  expect(blank.body.lines).toMatchObject([
    { name: 'Blue mug', problem: 'Add a UPC, SKU or name', problems: ['item'] },
  ]);
  const wordless = await correct(client, id, [{ id: want, item: '!!' }]);
  expect(wordless.body.lines).toMatchObject([
    { problems: ['item'], status: 'closed', typed: { item: '!!' } },
  ]);
  const named = await correct(client, id, [{ id: want, item: 'blue mugs' }]);
  expect(named.body.lines).toMatchObject([
    { name: 'blue mugs', quantity: 5n, status: 'waiting', problem: null },
  ]);
});

test('lines without a fault, or of another list, are not corrected', async () => {
  const { client, id, page } = await aList('Blue mug,5\nRed mug,x');
  const other = await aWantList(factory, await factory.aBuyer(), 'Green mug,x');
  const [right, faulty] = page.lines.map((line) => line.id);
  const { body } = await correct(client, id, [
    { id: right, quantity: '9' },
    { id: other.page.lines[0]?.id, quantity: '9' },
    { id: faulty, quantity: '9' },
  ]);
  expect(body.lines).toMatchObject([{ quantity: 5n }, { quantity: 9n, status: 'waiting' }]);
  expect((await pageOf(other.client, other.id)).lines).toMatchObject([{ quantity: null }]);
  expect((await correct(client, id, [{ id: right, item: 'x'.repeat(201) }])).status).toBe(422);
  const many = Array.from({ length: 101 }, () => ({ id: right, quantity: '9' }));
  expect((await correct(client, id, many)).body).toMatchObject({ errors: ['Send at most 100 lines'] });
});

test('the proposals of many lines are taken at once, where they are proposals and listed', async () => {
  const ladle = await factory.aProduct({ name: 'Walnut Ladle' });
  const tray = await factory.aProduct({ name: 'Walnut Tray' });
  const bowl = await factory.aProduct({ name: 'Walnut Bowl' });
  const { client, id, page } = await aList(
    'walnut ladles\t4\nwalnut trays\t5\nwalnut bowls\t6\nwalnut ladle\t1',
  );
  const other = await aWantList(factory, await factory.aBuyer(), 'walnut ladles\t4');
  const [first, second, third, fourth] = page.lines.map((line) => line.id);
  await factory.db('products').where({ id: tray.id }).update({ deleted_at: new Date() });
  const { body } = await correct(client, id, [
    { id: first, product_id: ladle.id },
    { id: second, product_id: tray.id },
    { id: third, product_id: ladle.id },
    { id: other.page.lines[0]?.id, product_id: ladle.id },
  ]);
  expect(body.lines).toMatchObject([
    { id: first, status: 'matched', product: { product_id: ladle.id } },
    { id: second, status: 'proposed' },
    { id: third, status: 'proposed', proposals: [{ product_id: bowl.id }] },
  ]);
  expect((await pageOf(client, id)).lines).toMatchObject([{}, {}, {}, { id: fourth, status: 'proposed' }]);
  expect((await pageOf(other.client, other.id)).want_list.counts).toMatchObject({ matched: 0, proposed: 1 });
});
