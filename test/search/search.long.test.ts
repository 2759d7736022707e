import { connect, type Db } from '../../db/connection';
import { InputError } from '../../server/contract/input-error';
import { type SearchQuery, sorts } from '../../server/search/contract';
import { searchBody } from '../../server/search/schema';
import { type TestDatabase, testDatabase } from '../support/database';
import { allProducts, bruteForce } from './support/brute-force';
import {
  below,
  CATEGORIES,
  oneOf,
  PACKAGINGS,
  type Random,
  random,
  someKinds,
  someLocations,
  someProducts,
  someSellers,
  someWords,
} from './support/catalog';
import { type TestSearch, testSearch } from './support/engine';

const PRODUCTS = 2_600;
const COMBINATIONS = 2_000;
const TAGS = ['Top Sellers', 'Summer', 'apparel', 'Toy'];

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let db: Db;
let engine: TestSearch;
let sellers: number[];

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url);
  engine = testSearch(db);
  const next = random(1);
  sellers = await someSellers(db, 12);
  await someProducts(db, next, sellers, PRODUCTS);
  await someLocations(db, random(7), sellers);
  const ids = (await db('products').select('id')).map(({ id }) => id);
  const tagged = TAGS.flatMap((tag) =>
    ids.filter(() => next() < 0.06).map((product_id) => ({ tag, product_id })),
  );
  await db('product_tags').insert(tagged);
}, 120_000);

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

test('rebuilt listings equal those kept by the triggers', async () => {
  const kept = async () => {
    const { rows } = await db.raw<{ rows: unknown[] }>(`
      select 'listing' as what, to_jsonb(listings)::text as row from listings
      union all select 'text', product_id || ' ' || words::text from listing_texts
      union all select distinct 'word', word from listing_vocabulary
      order by 1, 2`);
    return rows;
  };
  // Words of no product may stay until the table is refilled.
  await db.raw('truncate listing_vocabulary');
  await db.raw('select write_listing_texts(array(select product_id from listing_texts))');
  const before = await kept();
  expect(before.length).toBeGreaterThan(2 * 1_500);
  await db.raw('select refill_listings()');
  expect(await kept()).toEqual(before);
});

const maybe = <Value>(next: Random, chance: number, value: () => Value) =>
  next() < chance ? value() : undefined;

/** Whole or nearly: of listed products and of others. */
const someCode = (next: Random) =>
  oneOf(next, [`1000${below(next, 9_999)}`, `00001000${below(next, 2_600)}`, `sku-${below(next, 420)}`]);

/** Part of a word or two, in another case; the name of a seller; a code. */
function someText(next: Random) {
  if (next() < 0.1) return someCode(next);
  if (next() < 0.15)
    return oneOf(next, ['seller', 'SELLER 3', `sell ${below(next, 12)} ${oneOf(next, someWords(next, 1))}`]);
  const words = someWords(next, 2).map((word) => word.slice(0, 1 + below(next, word.length)));
  const text = words.join(oneOf(next, [' ', '  ', ', ']));
  return oneOf(next, [text, text.toUpperCase(), text.toLowerCase()]);
}

function someSearch(next: Random) {
  const text = maybe(next, 0.45, () => someText(next));
  return {
    seller_id: maybe(next, 0.15, () => oneOf(next, sellers)),
    name: text,
    description: text && next() < 0.8 ? text : maybe(next, 0.1, () => someText(next)),
    tags: oneOf(next, [
      [],
      [],
      [],
      [oneOf(next, CATEGORIES)],
      [oneOf(next, ['Top Sellers', 'top sellers', 'no such tag'])],
      [oneOf(next, CATEGORIES), oneOf(next, TAGS)],
      ['Toys'],
    ]),
  };
}

const someBody = (next: Random) => ({
  page: oneOf(next, [1, 1, 2, 3, 5, 1 + below(next, 120)]),
  sort: oneOf(next, sorts),
  filters: {
    msrp: { max: maybe(next, 0.3, () => 1 + below(next, 6)) },
    sellerPriceCents: { min: 0, max: maybe(next, 0.3, () => 1 + below(next, 6)) },
    percentOffMsrp: { min: maybe(next, 0.3, () => below(next, 6)) },
    unitsAvailable: { min: maybe(next, 0.3, () => below(next, 6)), max: 5 },
    packagingType: maybe(next, 0.2, () => oneOf(next, [...PACKAGINGS, 'all', 'Retail Ready'])),
    category: maybe(next, 0.1, () => oneOf(next, CATEGORIES)),
    ...someKinds(next),
  },
  search: someSearch(next),
});

const read = (body: unknown) => searchBody.validateSync(body, { stripUnknown: true }) as SearchQuery;

test('random searches answer what a look at every product answers', async () => {
  const catalog = await allProducts(db);
  expect(catalog.length).toBeGreaterThan(1_500);
  const next = random(2);
  let found = 0;
  for (let n = 0; n < COMBINATIONS; n++) {
    const query = read(someBody(next));
    const expected = bruteForce(catalog, query);
    const { products, count, total_pages, category_counts, without_tags } = await engine.search(query);
    const page = expected.ids.slice((query.page - 1) * 24, query.page * 24);
    if (expected.count > 0) found += 1;
    expect({
      query,
      ids: products.map(({ id }) => id),
      count,
      total_pages,
      category_counts,
      without_tags,
    }).toEqual({
      query,
      ids: page,
      count: expected.count,
      total_pages: expected.total_pages,
      category_counts: expected.category_counts,
      without_tags: expected.without_tags,
    });
  }
  // Enough of the random searches must find products.
  expect(found).toBeGreaterThan(COMBINATIONS / 2);
}, 120_000);

test('asked about some products alone, a query answers as it does about all', async () => {
  const catalog = await allProducts(db);
  const last = Math.max(...catalog.map(({ id }) => id));
  const next = random(6);
  for (let n = 0; n < 300; n++) {
    const query = read(someBody(next));
    const some = Array.from({ length: below(next, 200) }, () => 1 + below(next, last + 20));
    const matching = new Set(bruteForce(catalog, query).ids);
    expect({ query, ids: await engine.matchingAmong(query, some) }).toEqual({
      query,
      ids: some.filter((id) => matching.has(id)),
    });
  }
  const listed = catalog[0]?.id ?? 0;
  expect(await engine.matchingAmong(read({}), [listed])).toEqual([listed]);
  await db('products').where({ id: listed }).update({ provisional: true });
  expect(await engine.matchingAmong(read({}), [listed])).toEqual([]);
  await db('products').where({ id: listed }).update({ provisional: false });
});

test('cursors lead through everything once, in every sort', async () => {
  const catalog = await allProducts(db);
  for (const sort of sorts)
    for (const filters of [
      {},
      { msrp: { max: 2 } },
      { msrp: { max: 2 }, unitsAvailable: { min: 5 }, packagingType: 'retail_ready' },
    ]) {
      const query = read({ sort, filters });
      const ids: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await engine.search({ ...query, cursor });
        ids.push(...page.products.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(ids).toEqual(bruteForce(catalog, query).ids);
    }
});

test('every page number returns its page, also from the end', async () => {
  const catalog = await allProducts(db);
  for (const sort of sorts)
    for (const filters of [
      {},
      { sellerPriceCents: { max: 4 } },
      { msrp: { max: 2 }, unitsAvailable: { min: 4 } },
    ]) {
      const query = read({ sort, filters });
      const { ids, total_pages } = bruteForce(catalog, query);
      for (let page = 1; page <= total_pages; page++) {
        const { products } = await engine.search({ ...query, page });
        expect(products.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 24, page * 24));
      }
    }
});

describe('sellers and codes', () => {
  const search = (text: string, more = {}) =>
    engine.search(read({ search: { name: text, description: text }, ...more }));
  const named = (id: number, name: string) => db('sellers').where({ id }).update({ name });

  test('a seller is found by the beginning of its name, and stands above with the number of its products', async () => {
    const [id = 0] = sellers.slice(5);
    await named(id, 'Stridewell & Sons');
    const { count } = await search('', { search: { seller_id: id } });
    expect(count).toBeGreaterThan(50);
    for (const text of ['stridewell', 'Stride', 'sons stridewell'])
      expect(await search(text)).toMatchObject({
        count,
        sellers: [{ id, name: 'Stridewell & Sons', count }],
      });
    expect((await search('stridewell', { page: 2 })).sellers).toBeUndefined();
    const mugs = await search('stridewell mug');
    expect(mugs.count).toBeLessThan(count);
    expect(mugs.products.map(({ seller_id }) => seller_id)).toEqual(mugs.products.map(() => id));
    expect(mugs.sellers).toBeUndefined();
    await named(id, 'Hearthollow');
    expect(await search('stridewell')).toMatchObject({ count: 0 });
    expect(await search('hearthollow')).toMatchObject({ count, sellers: [{ id, count }] });
    await named(id, 'Seller 5');
  });

  test('sellers who cannot sell are not named', async () => {
    expect((await search('seller 1')).sellers ?? []).not.toContainEqual(
      expect.objectContaining({ name: 'Seller 1' }),
    );
  });

  test('a whole UPC finds its product in every writing, a whole SKU in any case, and both before words', async () => {
    const [product] = await allProducts(db);
    const { id = 0 } = product ?? {};
    await db('products').where({ id }).update({ upc: '036000291452', sku: 'Blue 7' });
    for (const text of [
      '036000291452',
      '0036000291452',
      '00036000291452',
      '0 36000-29145 2',
      'blue 7',
      'BLUE 7',
    ])
      expect([text, (await search(text)).products.map((found) => found.id)]).toEqual([text, [id]]);
    expect((await search('36000291452')).count).toBe(0);
    expect((await search('03600029145')).count).toBe(0);
    await db('products').where({ id }).update({ upc: '036000291453', sku: null });
    expect((await search('036000291452')).count).toBe(0);
    expect((await search('blue 7')).products.map((found) => found.id)).not.toEqual([id]);
    await db('products')
      .where({ id })
      .update({ upc: product?.upc ?? '', sku: product?.sku ?? null });
  });

  test('a SKU without a digit is only a word', async () => {
    const catalog = await allProducts(db);
    expect(catalog.some(({ sku }) => sku === 'soap')).toBe(true);
    const query = read({ search: { name: 'soap', description: 'soap' } });
    expect((await engine.search(query)).count).toBe(bruteForce(catalog, query).count);
  });
});

describe('typing errors', () => {
  const search = (text: string, more = {}) =>
    engine.search(read({ search: { name: text, description: text, ...more } }));

  test.each([
    ['bleu', 'blue'],
    ['sopa', 'soap'],
    ['cafettiere', 'cafetiere'],
    ['WOMNES', 'womens'],
    ['reddsh mgu', 'reddish mug'],
  ])('%s is answered as %s, and the answer says so', async (typed, meant) => {
    const answer = await search(typed);
    const right = await search(meant);
    expect(right.corrected).toBeUndefined();
    expect(right.count).toBeGreaterThan(0);
    expect(answer).toEqual({ ...right, corrected: meant });
  });

  test('words that are found are left alone, also where the filters then take nothing', async () => {
    expect((await search('mug')).corrected).toBeUndefined();
    const nothing = await engine.search(
      read({ search: { name: 'mug', description: 'mug', tags: ['no such tag'] } }),
    );
    expect(nothing).toMatchObject({ count: 0, products: [] });
    expect(nothing.corrected).toBeUndefined();
  });

  test('a correction keeps the first letter', async () => {
    const catalog = await allProducts(db);
    expect(catalog.some(({ name }) => /\bmug\b/i.test(name))).toBe(true);
    const answer = await search('zug');
    expect(answer).toMatchObject({ count: 0 });
    expect(answer.corrected).toBeUndefined();
  });

  test('what is like nothing finds nothing', async () => {
    const answer = await search('zzzzqqqq xyxyxyxy');
    expect(answer).toMatchObject({ count: 0, total_pages: 0, next_cursor: null, products: [] });
    expect(answer.corrected).toBeUndefined();
  });

  test('hostile words are only words', async () => {
    for (const text of [
      "'",
      "a' & b",
      ':*',
      '\\',
      '!(x|y) <-> z',
      'é'.repeat(400),
      'a '.repeat(240),
      '%_',
      "');--",
    ])
      expect((await search(text)).count).toBeGreaterThanOrEqual(0);
  });
});

test('what is unknown is refused', () => {
  const refused = [
    { sort: 'price' },
    { filters: { color: 'red' } },
    { filters: { msrp: { max: 7 } } },
    { filters: { msrp: { max: 0 } } },
    { filters: { msrp: { max: 1.5 } } },
    { filters: { msrp: { most: 3 } } },
    { filters: { percentOffMsrp: { min: 6 } } },
    { filters: { unitsAvailable: { min: -1 } } },
    { filters: { unitsAvailable: { min: 'many' } } },
    { filters: { packagingType: 'paper' } },
    { filters: { category: 'cars' } },
    { filters: 'all' },
    { filters: { msrp: 'cheap' } },
    { page: 0 },
    { page: 'two' },
    { search: { seller_id: 'me' } },
    { search: { name: 'x'.repeat(501) } },
  ];
  for (const body of refused) expect(() => read(body)).toThrow();
});

test('what is left out, empty or null asks for nothing', () => {
  const everything = read({});
  expect(everything).toMatchObject({ page: 1, sort: 'newest', search: { tags: [] } });
  const blank = {
    page: '',
    sort: null,
    cursor: '',
    filters: {
      msrp: null,
      percentOffMsrp: { min: '' },
      sellerPriceCents: {},
      packagingType: 'all',
      category: '',
    },
    search: { seller_id: '', name: '', description: null, tags: ['', null] },
  };
  for (const body of [blank, { filters: null, search: null }, { filters: '', search: '' }])
    expect(JSON.parse(JSON.stringify(read(body)))).toEqual(JSON.parse(JSON.stringify(everything)));
  expect(read({ page: '3', filters: { msrp: { max: '4' } }, search: { tags: 'Toy' } })).toMatchObject({
    page: 3,
    filters: { msrp: { max: 4 } },
    search: { tags: ['Toy'] },
  });
});

test('a cursor of another sort or of no product is refused', async () => {
  const { next_cursor } = await engine.search(read({}));
  for (const body of [
    { cursor: next_cursor, sort: 'msrp_cents_asc' },
    { cursor: 'x' },
    { cursor: 'MC4xLjE7' },
  ])
    await expect(engine.search(read(body))).rejects.toThrow(new InputError('Unknown cursor'));
});
