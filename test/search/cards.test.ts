import { connect, type Db } from '../../db/connection';
import { transaction } from '../../db/transaction';
import { toCachedJson } from '../../server/http/json-cache';
import { searchAnswer } from '../../server/products/presenter';
import type { SearchQuery } from '../../server/search/contract';
import { searchBody } from '../../server/search/schema';
import { type TestDatabase, testDatabase } from '../support/database';
import { random, someProducts, someSellers } from './support/catalog';
import { type TestSearch, testSearch } from './support/engine';

let database: TestDatabase;
let writer: Db;
/** A process that has cached the page. */
let webDb: Db;
let web: TestSearch;

beforeAll(async () => {
  database = await testDatabase();
  writer = connect(database.url);
  webDb = connect(database.url);
  web = testSearch(webDb);
  const sellers = await someSellers(writer, 3);
  await someProducts(writer, random(5), sellers, 300);
});

afterAll(async () => {
  for (const db of [writer, webDb]) await db?.destroy();
  await database?.drop();
});

const query = searchBody.validateSync({}, { stripUnknown: true }) as SearchQuery;
const answerOf = async (search: TestSearch) => toCachedJson(await searchAnswer(search, query));

/** The response of a process without caches. */
async function freshAnswer() {
  const db = connect(database.url);
  try {
    return await answerOf(testSearch(db));
  } finally {
    await db.destroy();
  }
}

const firstCard = async () => {
  const [card] = (await searchAnswer(web, query)).products;
  if (!card) throw new Error('Nothing is listed');
  return card;
};

type Act = (product: number, seller: number) => PromiseLike<unknown>;

const ofProduct =
  (set: string): Act =>
  (id) =>
    writer.raw(`update products set ${set} where id = ?`, [id]);

// Most of them leave the product where it is in every order and under every filter.
const changes: Record<string, Act> = {
  'a new name': ofProduct(`name = 'Renamed "just now" & <more>'`),
  'a unit less': ofProduct('units = units - 1'),
  'more units than a double can hold': ofProduct('units = 8999999999999999999'),
  'a cent more': ofProduct('seller_price_cents = seller_price_cents + 1'),
  'another photo': ofProduct(`photo_1 = 'another.png'`),
  'another category': ofProduct(`category = case category when 'pet' then 'home' else 'pet' end`),
  'the seller renamed': (_id, seller) => writer('sellers').where({ id: seller }).update({ name: 'Renamed' }),
  'somebody who joins the seller': (_id, seller) =>
    writer.raw(
      `insert into users (email, full_name, seller_id, status) values ('joins@example.com', 'Joins', ?, 'provisional')`,
      [seller],
    ),
  'twice in one transaction': (id) =>
    transaction(writer, async (tx) => {
      await tx('products').where({ id }).update({ name: 'First' });
      await tx('products').where({ id }).update({ name: 'Second' });
    }),
  'the product taken away': (id) => writer('products').where({ id }).update({ deleted_at: writer.fn.now() }),
};

test.each(Object.entries(changes))('%s is visible in the next search', async (_name, act) => {
  const before = await answerOf(web);
  expect(await answerOf(web)).toBe(before);
  const { id, seller_id } = await firstCard();
  await act(id, seller_id);
  const after = await answerOf(web);
  expect(after).not.toBe(before);
  expect(after).toBe(await freshAnswer());
});

test('what is rolled back, or not committed yet, is not seen', async () => {
  const before = await answerOf(web);
  const { id } = await firstCard();
  await expect(
    transaction(writer, async (tx) => {
      await tx('products').where({ id }).update({ name: 'Never' });
      expect(await answerOf(web)).toBe(before);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await answerOf(web)).toBe(before);
});

test('units keep their digits in an answer that is written once', async () => {
  const { id } = await firstCard();
  await writer.raw('update products set units = 8999999999999999998 where id = ?', [id]);
  expect(await answerOf(web)).toContain('"units":8999999999999999998,');
  expect(await answerOf(web)).toBe(await freshAnswer());
});
