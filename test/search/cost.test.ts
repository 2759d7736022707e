import type pg from 'pg';
import { connect, type Db } from '../../db/connection';
import type { SearchQuery } from '../../server/search/contract';
import { searchBody } from '../../server/search/schema';
import { countNewListings, searchProducts } from '../../server/search/search';
import { listWithoutCounts } from '../../server/search/text-scan';
import { type TestDatabase, testDatabase } from '../support/database';
import { until } from '../support/process';
import { type TestEngine, testEngine } from './support/engine';

const PRODUCTS = 30_000;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
// One connection, so that its own counters tell of every statement.
let db: Db;
let engine: TestEngine;
let observer: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { max: 1 });
  engine = testEngine(db);
  observer = connect(database.url, { max: 1 });
  await observer.raw(`
    insert into sellers (name, description, logo) select 'Seller ' || i, 'Sells', 'l.png' from generate_series(1, 150) i;
    alter table products disable trigger user;
    insert into products (seller_id, name, upc, description, photo_1, msrp_cents, wholesale_cents, seller_price_cents, units,
        category, provisional, created_at)
      select 1 + i % 150, 'lot' || i || (array[' blue', ' red', ' green'])[1 + i % 3] || ' mug', (10000000 + i)::text,
        'made' || i * 7 || ' for every kitchen', 'p.png', 100 + i % 4000, 100, 50 + i % 50, i % 20000,
        (array['home', 'pet', 'toys'])[1 + i % 3], false, now() - i * interval '1 minute'
      from generate_series(1, ${PRODUCTS}) i;
    alter table products enable trigger user;
    insert into product_tags (tag, product_id) select 'Tag ' || i % 500, i from generate_series(1, 20000) i;
    select refill_listings();
    analyze`);
}, 120_000);

afterAll(async () => {
  await db?.destroy();
  await observer?.destroy();
  await database?.drop();
});

const word = (text: string) => ({ name: text, description: text });

const searches: Record<string, unknown> = {
  'every product': {},
  'the last page': { page: PRODUCTS / 24 },
  'the middle': { page: PRODUCTS / 48, sort: 'msrp_cents_desc' },
  'a category': { search: { tags: ['pet'] } },
  'all filters': {
    sort: 'msrp_cents_asc',
    filters: {
      msrp: { max: 4 },
      sellerPriceCents: { max: 3 },
      percentOffMsrp: { min: 2 },
      unitsAvailable: { min: 3 },
      packagingType: 'retail_ready',
    },
    search: { tags: ['home'] },
  },
  'a staff tag': { search: { tags: ['Tag 77'] } },
  'a storefront': { search: { seller_id: 7 } },
  'one word': { search: word('lot777') },
  'two words of many': { search: word('blue kitchen') },
  'a word of a few beginnings': { search: word('lot2345') },
  'a word in a storefront': { search: { seller_id: 7, ...word('mug') } },
  'a word in the names alone': { search: { name: 'green' } },
  'different words': { search: { name: 'lot12', description: 'made14' } },
};

const read = (body: unknown) => searchBody.validateSync(body, { stripUnknown: true }) as SearchQuery;

/** Every statement on the one connection. */
async function statementsOf(query: SearchQuery) {
  const connection: pg.Client = await db.client.acquireConnection();
  await db.client.releaseConnection(connection);
  const sent = vi.spyOn(connection, 'query');
  const answer = await searchProducts(engine, query);
  const statements = sent.mock.calls.length;
  sent.mockRestore();
  return { statements, answer };
}

const LARGE = [
  'products',
  'listings',
  'listing_texts',
  'listing_vocabulary',
  'listing_changes',
  'product_tags',
];

async function fullScans() {
  await db.raw('select pg_stat_force_next_flush()');
  await db.raw('select 1');
  const { rows } = await observer.raw<{ rows: { relname: string; scans: number }[] }>(
    'select relname::text, seq_scan::int as scans from pg_stat_user_tables where relname = any (?) order by 1',
    [LARGE],
  );
  return rows;
}

/** While a transaction from before is under way, of any database of the server, the log is looked at again. */
const nobodyOlderWrites = () =>
  until(async () => {
    const { rows } = await observer.raw<{ rows: { over: boolean }[] }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > (select xid from listing_changes order by xid desc limit 1) as over',
    );
    return rows[0]?.over === true;
  });

test('no search reads a large table from end to end', async () => {
  await searchProducts(engine, read({})); // The first one in a process reads all listings once.
  await observer.raw(
    'insert into listing_changes (product_id) select i from generate_series(1, 5000) i; analyze listing_changes',
  );
  await nobodyOlderWrites();
  await searchProducts(engine, read({}));
  for (const [name, body] of Object.entries({
    ...searches,
    'a typing error': { search: word('ktchen lot99999') },
  })) {
    const before = await fullScans();
    await searchProducts(engine, read(body));
    expect({ name, scans: await fullScans() }).toEqual({ name, scans: before });
  }
});

test('nor does a list without its counts, nor the question what is new', async () => {
  const { newest } = await searchProducts(engine, read({}));
  const inTime = new AbortController().signal;
  for (const [name, body] of Object.entries(searches)) {
    const before = await fullScans();
    const list = await listWithoutCounts(engine, { ...read(body), page: 1 }, inTime);
    await countNewListings(engine, read(body), newest);
    await countNewListings(engine, read(body), null);
    expect({ name, scans: await fullScans() }).toEqual({ name, scans: before });
    if (name === 'two words of many') expect(list?.products).toHaveLength(24);
  }
});

test('the first look of a process reads the listings by their keys, a piece at a time', async () => {
  const before = await fullScans();
  const web = connect(database.url, { max: 1 });
  await testEngine(web).store.fresh();
  await web.raw('select pg_stat_force_next_flush()');
  await web.destroy();
  expect(await fullScans()).toEqual(before);
});

test.each(Object.entries(searches))(
  '%s takes no more statements for many products than for one',
  async (_name, body) => {
    const { statements, answer } = await statementsOf(read(body));
    expect(answer.count).toBeGreaterThan(0);
    // What was touched, what the words or the seller have, what the tags have, the cards.
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThanOrEqual(4);
    // Repeated: only the cards' statement, which also detects changes.
    expect((await statementsOf(read(body))).statements).toBe(1);
  },
);

test('the statements of a search are those of its question, not of what it finds', async () => {
  const tagged = (n: number) =>
    statementsOf(read({ search: { tags: Array.from({ length: n }, (_none, i) => `Tag ${i + n}`) } }));
  expect((await tagged(40)).statements).toBe((await tagged(1)).statements);
  const without = await statementsOf(read({ page: 1_000_000 }));
  expect(without.answer.products).toEqual([]);
  expect(without.answer.count).toBe(PRODUCTS);
});
