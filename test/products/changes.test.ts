import type { Seller } from '../../server/accounts/policy';
import { jobs } from '../../server/job-registry';
import { deleteProduct, updateProduct } from '../../server/products/contract';
import { changeProducts, undoChange } from '../../server/products/manage/contract';
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

const history = (id: number) =>
  factory.db('product_changes').where({ product_id: id }).orderBy('id').select('source', 'before', 'after');

test('An edit keeps the fields that changed, and no other', async () => {
  const { id } = await factory.aProduct({ seller, units: 100n });
  const product = { units: 40n, name: 'Blue Mug', length: 2.5, photo_2: 'https://a.example.com/2.jpg' };
  await client.call(updateProduct, { id }, { product });
  await client.call(updateProduct, { id }, { product });
  const [first, ...more] = await history(id);
  expect(first).toMatchObject({
    source: 'form',
    before: { units: 100, length: null, photo_2: null },
    after: { units: 40, length: 2.5, photo_2: 'https://a.example.com/2.jpg', name: 'Blue Mug' },
  });
  expect(Object.keys(first?.after ?? {}).sort()).toEqual(['length', 'name', 'photo_2', 'units']);
  expect(more).toEqual([]);
});

test('A change of many and its undo are told apart', async () => {
  const { id } = await factory.aProduct({ seller, units: 100n });
  const { body } = await client.call(changeProducts, {}, { ids: [id], change: { units: 40n } });
  await client.call(undoChange, { id: body.undo ?? 0 });
  expect(await history(id)).toEqual([
    { source: 'bulk', before: { units: 100 }, after: { units: 40 } },
    { source: 'undo', before: { units: 40 }, after: { units: 100 } },
  ]);
});

test('A deletion by form and by a change of many is kept', async () => {
  const [one, other] = [await factory.aProduct({ seller }), await factory.aProduct({ seller })];
  await client.call(deleteProduct, { id: one.id });
  await client.call(changeProducts, {}, { ids: [other.id], change: { delete: true } });
  const deletion = { before: { deleted: false }, after: { deleted: true } };
  expect(await history(one.id)).toEqual([{ source: 'form', ...deletion }]);
  expect(await history(other.id)).toEqual([{ source: 'bulk', ...deletion }]);
});

test('Staff and imports are named as the source', async () => {
  const { id, upc, name } = await factory.aProduct({ seller, sku: null });
  await (await factory.as(await factory.staff())).call(
    updateProduct,
    { id },
    { product: { name: 'Red Mug' } },
  );
  const key = await uploaded(
    client,
    csv([`${upc},Red Mug,https://a.example.com/1.jpg,20.00,9.00,5.00,100,A-1`], ',SKU'),
  );
  await ask(client, key);
  await runDueJobs(app.services, jobs);
  expect(await history(id)).toEqual([
    { source: 'staff', before: { name }, after: { name: 'Red Mug' } },
    { source: 'import', before: { sku: null }, after: { sku: 'A-1' } },
  ]);
});
