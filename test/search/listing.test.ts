import { connect, type Db } from '../../db/connection';
import { InputError } from '../../server/contract/input-error';
import { type SearchQuery, sorts } from '../../server/search/contract';
import { searchBody } from '../../server/search/schema';
import { firstPage, searchProducts } from '../../server/search/search';
import { listWithoutCounts } from '../../server/search/text-scan';
import { type TestDatabase, testDatabase } from '../support/database';
import { allProducts, bruteForce } from './support/brute-force';
import { aDraft, random, someProducts, someSellers } from './support/catalog';
import { type TestEngine, type TestSearch, testEngine, testSearch } from './support/engine';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let db: Db;
let engine: TestEngine;
let search: TestSearch;
let sellers: number[];

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url);
  engine = testEngine(db);
  search = testSearch(db);
  sellers = await someSellers(db, 8);
  await someProducts(db, random(3), sellers, 1_500);
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const read = (body: unknown) => searchBody.validateSync(body, { stripUnknown: true }) as SearchQuery;
const word = (text: string) => ({ name: text, description: text });
const inTime = new AbortController().signal;

describe('products before their counts', () => {
  test.each([
    { search: word('b') },
    { search: word('m'), filters: { msrp: { max: 4 } } },
    { search: { ...word('b'), tags: ['home', 'pet'] } },
    { search: word('bl mu') },
    { search: { name: 'b' } },
  ])('%o: are those that a search answers, in every sort and page by page', async (body) => {
    for (const sort of sorts) {
      const query = read({ ...body, sort });
      const { ids } = bruteForce(await allProducts(db), query);
      const seen: number[] = [];
      let cursor: string | null | undefined;
      for (let pages = 0; pages < 8 && cursor !== null; pages++) {
        const page = await listWithoutCounts(engine, { ...query, cursor }, inTime);
        // The last ones are counted with those before them.
        if (!page) break;
        expect(page.count).toBeNull();
        seen.push(...page.products.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(seen).toEqual(ids.slice(0, seen.length));
      expect(seen.length).toBeGreaterThanOrEqual(Math.min(8 * 24, ids.length - 24 - (ids.length % 24)));
    }
  });

  test('use the search where it is faster, or for a page in the middle', async () => {
    const none = [{ search: word('nothing like it') }, { search: word('b'), page: 3 }, {}];
    for (const body of none) expect(await listWithoutCounts(engine, read(body), inTime)).toBeNull();
    expect(await listWithoutCounts(engine, read({ search: word('b') }), AbortSignal.abort())).toBeNull();
  });

  test('are counted with the page where that is quick', async () => {
    const query = read({ search: word('b') });
    const counted = await searchProducts(engine, query);
    expect(await firstPage(engine, query)).toEqual(counted);
    const [listed, missing] = [read({}), read({ search: word('soapstona') })];
    expect(await firstPage(engine, listed)).toEqual(await searchProducts(engine, listed));
    expect((await firstPage(engine, missing)).corrected).toBe('soapstone');
  });
});

describe('arrivals', () => {
  const newestOf = async (query: SearchQuery) => (await search.firstPage(query)).newest;
  const count = (query: SearchQuery, since: string | null) => search.countNewSince(query, since);

  const arrive = (seller: number, category: string) =>
    db('products').insert({
      ...aDraft(random(Math.floor(performance.now())), [seller]),
      category,
      name: 'Blue arrival',
      provisional: false,
      deleted_at: null,
      created_at: new Date(),
    } as never);

  test('are those of the list that have come since the answer', async () => {
    const query = read({ search: { tags: ['home'] }, sort: 'msrp_cents_asc' });
    const newest = await newestOf(query);
    expect(await count(query, newest)).toBe(0);
    for (let n = 1; n <= 5; n++) {
      await arrive(sellers[5] ?? 0, 'home');
      await arrive(sellers[5] ?? 0, 'pet');
      await arrive(sellers[1] ?? 0, 'home'); // A suspended seller's.
      expect(await count(query, newest)).toBe(n);
      expect(await count(read({ search: { ...word('arriv'), tags: ['home'] } }), newest)).toBe(n);
    }
    expect(await count(query, await newestOf(query))).toBe(0);
  });

  test('are everything where nothing was listed, and nothing after an unknown position', async () => {
    const query = read({ search: word('blue arrival') });
    expect(await count(query, null)).toBe((await search.search(query)).count);
    await expect(count(query, 'x')).rejects.toThrow(new InputError('Unknown place'));
  });
});
