import { setTimeout as delay } from 'node:timers/promises';
import type { Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { writeProducts } from '../../server/imports/batch/contract';
import { createProduct, deleteProduct, updateProduct } from '../../server/products/contract';
import { type ProductSync, type SyncedProduct, syncProducts } from '../../server/products/sync/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp());
let seller: Seller;
let client: Client;

beforeEach(async () => {
  seller = await factory.aSeller();
  client = await factory.as(seller);
});

const page = async (query: object = {}): Promise<ProductSync> => {
  const answer = await client.call(syncProducts, {}, undefined, query);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
};

/** All pages. */
async function sync(query: object = {}) {
  const products: SyncedProduct[] = [];
  let read = await page(query);
  const { next_updated_since } = read;
  for (;;) {
    products.push(...read.products);
    expect(read.next_updated_since).toBe(next_updated_since);
    if (read.next_cursor === null) return { products, next_updated_since };
    read = await page({ cursor: read.next_cursor, ...('per' in query && { per: query.per }) });
  }
}

const namesOf = (products: readonly SyncedProduct[]) => products.map(({ name }) => name);

test('Every field that PUT takes is answered, as PUT takes it', async () => {
  const { id, upc } = await factory.aProduct({
    seller,
    name: 'Blue Mug',
    photo_1: '/demo/mug-cream',
    units: 9_000_000_000_000_000_000n,
    weight: '2.5',
    seller_price_cents: cents(550),
    provisional_errors: {},
  });
  const [product] = (await sync()).products;
  expect(product).toMatchObject({
    id,
    upc,
    version: 1,
    name: 'Blue Mug',
    photo_1: '/demo/mug-cream-1200.webp',
    units: 9_000_000_000_000_000_000n,
    weight: 2.5,
    seller_price_cents: 550,
    paused: false,
    location_id: null,
    provisional: false,
    deleted_at: null,
  });
  const {
    provisional: _provisional,
    provisional_errors: _errors,
    updated_at: _at,
    deleted_at: _gone,
    ...row
  } = product ?? {};
  const sent = await client.call(writeProducts, {}, { products: [row] });
  expect(sent.body.results).toMatchObject([{ outcome: 'unchanged', version: 1, errors: {}, warnings: [] }]);
});

test('Pages are by id, and none is left out or doubled', async () => {
  for (let index = 0; index < 7; index++) await factory.aProduct({ seller, name: `Mug ${index}` });
  await factory.aProduct({ name: 'Foreign' });
  const first = await page({ per: 3 });
  expect(namesOf(first.products)).toEqual(['Mug 0', 'Mug 1', 'Mug 2']);
  expect(namesOf((await sync({ per: 3 })).products)).toEqual(
    Array.from({ length: 7 }, (_, index) => `Mug ${index}`),
  );
  expect((await page({ per: 7 })).next_cursor).toBeNull();
});

test('An edit between two pages moves nothing', async () => {
  const made = [];
  for (let index = 0; index < 4; index++) made.push(await factory.aProduct({ seller, name: `Mug ${index}` }));
  const first = await page({ per: 2 });
  await client.call(updateProduct, { id: made[0]?.id ?? 0 }, { product: { name: 'Blue' } });
  await client.call(updateProduct, { id: made[3]?.id ?? 0 }, { product: { name: 'Red' } });
  const second = await page({ per: 2, cursor: first.next_cursor });
  expect(namesOf(second.products)).toEqual(['Mug 2', 'Red']);
  expect(namesOf((await sync({ updated_since: first.next_updated_since })).products)).toContain('Blue');
});

test('Since a time come those that changed, sales included, and deleted ones on request', async () => {
  const products = [];
  for (let index = 0; index < 4; index++)
    products.push(await factory.aProduct({ seller, name: `Mug ${index}` }));
  await factory
    .db('products')
    .where({ seller_id: seller.seller_id })
    .update({ updated_at: factory.db.raw("now() - interval '1 hour'") });
  const updated_since = new Date(Date.now() - 600_000).toISOString();
  expect(namesOf((await sync({ updated_since })).products)).toEqual([]);
  const [edited, sold, deleted] = products;
  await client.call(updateProduct, { id: edited?.id ?? 0 }, { product: { name: 'Blue' } });
  await factory.anOrder({ seller, lines: [{ product: sold as NonNullable<typeof sold> }] });
  await client.call(deleteProduct, { id: deleted?.id ?? 0 });
  expect(namesOf((await sync({ updated_since })).products)).toEqual(['Blue', 'Mug 1']);
  const all = (await sync({ updated_since, include_deleted: true })).products;
  expect(all.map(({ name, deleted_at }) => [name, deleted_at !== null])).toEqual([
    ['Blue', false],
    ['Mug 1', false],
    ['Mug 2', true],
  ]);
});

test('The next time lies two minutes before the first page', async () => {
  const before = Date.now();
  const { next_updated_since } = await page();
  expect(Math.abs(Date.parse(next_updated_since) - before + 120_000)).toBeLessThan(10_000);
});

test.each([
  { per: 0 },
  { per: 1_001 },
  { per: 'x' },
  { updated_since: 'yesterday' },
  { updated_since: '2999-01-01T00:00:00Z' },
  { updated_since: '2026-13-01T00:00:00Z' },
  { cursor: 'abc' },
  { cursor: Buffer.from('[1e999,null,false,"2026-11-24T15:00:00Z"]').toString('base64url') },
  { cursor: Buffer.from('[-1,null,false,"2026-11-24T15:00:00Z"]').toString('base64url') },
  { cursor: 'a'.repeat(10_000) },
  { include_deleted: 'perhaps' },
])('%j is refused', async (query) => {
  expect((await client.call(syncProducts, {}, undefined, query)).status).toBe(422);
});

test('Only members and keys with products:read read it', async () => {
  const status = async (as: Client) => (await as.call(syncProducts, {})).status;
  expect(await status((await factory.aKey(seller)).client)).toBe(200);
  expect(await status((await factory.aKey(seller, { capabilities: ['orders:read'] })).client)).toBe(403);
  expect(await status(await factory.as(await factory.aMember(seller, 'warehouse')))).toBe(403);
  expect(await status(await factory.as(await factory.aBuyer()))).toBe(403);
});

test('What was begun before a sync and commits after it comes with the next', async () => {
  const { id } = await factory.aProduct({ seller });
  await factory
    .db('products')
    .where({ id })
    .update({ updated_at: factory.db.raw("now() - interval '1 hour'") });
  const { next_updated_since } = await factory.db.transaction(async (tx) => {
    await tx('products').where({ id }).update({ name: 'Late', updated_at: tx.fn.now() });
    const read = await sync();
    expect(namesOf(read.products)).not.toContain('Late');
    return read;
  });
  const next = await sync({ updated_since: next_updated_since });
  expect(namesOf(next.products)).toEqual(['Late']);
});

const WRITERS = 50;
const ACTS = 6;

/** A program that keeps a copy, as the documentation tells it. */
async function copyOf(products: Map<number, SyncedProduct>, updated_since: string | null) {
  const read = await sync({ per: 40, include_deleted: true, ...(updated_since && { updated_since }) });
  for (const product of read.products) products.set(product.id, product);
  return read.next_updated_since;
}

test(`Nothing is missed while ${WRITERS} writers work`, async () => {
  const ids: number[] = [];
  for (let index = 0; index < WRITERS; index++) ids.push((await factory.aProduct({ seller })).id);
  let upc = 810_000_000_000;
  let isWorking = true;
  const writer = async (index: number) => {
    const id = ids[index] ?? 0;
    for (let act = 0; act < ACTS; act++) {
      await client.call(updateProduct, { id }, { product: { name: `Mug ${index}-${act}` } });
      await client.call(createProduct, {}, { product: { name: `New ${index}-${act}`, upc: String(++upc) } });
      const rows = [{ id: ids[(index + 7) % WRITERS], units: 100 + act }];
      await client.call(writeProducts, {}, { products: rows });
    }
    if (index % 10 === 0) await client.call(deleteProduct, { id });
  };
  /** Began before a sync, and commits after it. */
  const slowWriter = async () => {
    const slow = await factory.aProduct({ seller });
    while (isWorking)
      await factory.db.transaction(async (tx) => {
        await tx('products')
          .where({ id: slow.id })
          .update({ version: tx.raw('version + 1'), updated_at: tx.fn.now() });
        await delay(400);
      });
  };
  const copy = new Map<number, SyncedProduct>();
  let since: string | null = null;
  const reader = async () => {
    while (isWorking) since = await copyOf(copy, since);
  };
  const others = Promise.all([reader(), slowWriter()]);
  await Promise.all(ids.map((_id, index) => writer(index)));
  isWorking = false;
  await others;
  await copyOf(copy, since);
  const stored = await factory
    .db('products')
    .where({ seller_id: seller.seller_id })
    .orderBy('id')
    .select('id', 'name', 'version', 'units', 'deleted_at');
  const copied = [...copy.values()].toSorted((one, other) => one.id - other.id);
  expect(
    copied.map(({ id, name, version, units, deleted_at }) => [id, name, version, units, deleted_at]),
  ).toEqual(
    stored.map(({ id, name, version, units, deleted_at }) => [
      id,
      name,
      version,
      units,
      deleted_at?.toISOString() ?? null,
    ]),
  );
  expect(stored.filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(WRITERS / 10);
  expect(stored.length).toBe(WRITERS + WRITERS * ACTS + 1);
}, 120_000);
