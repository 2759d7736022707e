import { connect, type Db } from '../../db/connection';
import { type SearchQuery, sorts } from '../../server/search/contract';
import { searchBody } from '../../server/search/schema';
import { type TestDatabase, testDatabase } from '../support/database';
import { allProducts, bruteForce, type SearchableProduct } from './support/brute-force';
import {
  aDraft,
  aPlace,
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

const PRODUCTS = 20_000;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let database: TestDatabase;
let db: Db;
let search: TestSearch;
let sellers: number[];

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url);
  search = testSearch(db);
  sellers = await someSellers(db, 40);
  await db.raw('alter table products disable trigger user');
  await someProducts(db, random(1), sellers, PRODUCTS);
  await someLocations(db, random(2), sellers);
  await db.raw('alter table products enable trigger user; select refill_listings()');
  await db.raw(`insert into product_tags (tag, product_id)
    select (array['Top Sellers', 'home', 'Toy'])[1 + id % 3], id from products where id % 17 = 0; analyze`);
}, 120_000);

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const read = (body: unknown) => searchBody.validateSync(body, { stripUnknown: true }) as SearchQuery;
const maybe = <Value>(next: Random, chance: number, value: () => Value) =>
  next() < chance ? value() : undefined;

function someBody(next: Random) {
  const text = maybe(next, 0.35, () => someWords(next, 2).join(' ').slice(0, 9));
  return {
    facets: true,
    page: oneOf(next, [1, 1, 2, 5, 1 + below(next, 300)]),
    sort: oneOf(next, sorts),
    filters: {
      msrp: { max: maybe(next, 0.25, () => 1 + below(next, 6)) },
      sellerPriceCents: { max: maybe(next, 0.25, () => 1 + below(next, 6)) },
      percentOffMsrp: { min: maybe(next, 0.25, () => below(next, 6)) },
      unitsAvailable: { min: maybe(next, 0.25, () => below(next, 6)) },
      packagingType: maybe(next, 0.2, () => oneOf(next, PACKAGINGS)),
      category: maybe(next, 0.15, () => oneOf(next, CATEGORIES)),
      ...someKinds(next),
    },
    search: {
      name: text,
      description: text,
      seller_id: maybe(next, 0.1, () => oneOf(next, sellers)),
      tags: oneOf(next, [[], [], ['home'], ['Top Sellers'], ['pet', 'top sellers']]),
    },
  };
}

async function compare(catalog: readonly SearchableProduct[], body: unknown) {
  const query = read(body);
  const { ids, ...expected } = bruteForce(catalog, query);
  const { products, next_cursor, newest, corrected, ...figures } = await search.search(query);
  const page = ids.slice((query.page - 1) * 24, query.page * 24);
  expect({ body, ids: products.map(({ id }) => id), ...figures }).toEqual({ body, ids: page, ...expected });
  return ids.length;
}

const isListed = (id: number) => ({ id, provisional: false, deleted_at: null });

/** What changes conditions, places and prices; some of it moves listings of a whole seller. */
const changes: readonly ((next: Random, id: number) => Promise<unknown>)[] = [
  (next, id) =>
    db('products')
      .where({ id })
      .update({ condition: aDraft(next, sellers).condition } as never),
  (next, id) => {
    const { msrp_cents, seller_price_cents } = aDraft(next, sellers);
    return db('products')
      .where(isListed(id))
      .update({ msrp_cents, seller_price_cents } as never);
  },
  (_next, id) =>
    db.raw(
      `update products set location_id = case when location_id is null then
         (select max(id) from addresses where seller_id = products.seller_id) end where id = ?`,
      [id],
    ),
  (next) =>
    db('addresses')
      .where({ seller_id: oneOf(next, sellers) })
      .update(aPlace(next)),
  (next) =>
    db('addresses')
      .where({ seller_id: oneOf(next, sellers), is_default: false })
      .update({ deleted_at: oneOf(next, [new Date(), null]) }),
  async (next) => {
    const seller_id = oneOf(next, sellers);
    const addresses = db('addresses').where({ seller_id });
    await addresses.clone().where({ is_default: true }).update({ is_default: false, deleted_at: new Date() });
    const other = await addresses.clone().where({ deleted_at: null }).first('id');
    await db('addresses')
      .where({ id: other?.id ?? 0 })
      .update({ is_default: true });
  },
  (_next, id) => db.raw('update products set provisional = not provisional where id = ?', [id]),
  (next) => db('products').insert(aDraft(next, sellers) as never),
];

test('every mix of filters, words, tags and sorts is exact', async () => {
  const mixes = 200;
  const catalog = await allProducts(db);
  expect(catalog.length).toBeGreaterThan(15_000);
  const next = random(3);
  const counts: number[] = [];
  for (let n = 0; n < mixes; n++) counts.push(await compare(catalog, someBody(next)));
  // Random mixes that find nothing would show nothing.
  expect(counts.filter((count) => count > 24).length).toBeGreaterThan(0.4 * mixes);
});

test('counts and pages stay exact while conditions, places and prices change', async () => {
  const next = random(4);
  for (let round = 0; round < 16; round++) {
    for (let n = oneOf(next, [1, 3, 60]); n > 0; n--)
      await oneOf(next, changes)(next, 1 + below(next, PRODUCTS));
    const catalog = await allProducts(db);
    for (let n = 0; n < 4; n++) await compare(catalog, { ...someBody(next), page: 1 + below(next, 2) });
  }
});

test.each(
  sorts.flatMap((sort) => [{ sort }, { sort, condition: ['new', 'mixed'], shipFromRegion: ['west'] }]),
)('a cursor neither repeats nor misses a product while others change: %o', async ({ sort, ...filters }) => {
  const next = random(5);
  const query = read({ sort, filters: { ...filters, msrp: { max: 1 } } });
  const { ids } = bruteForce(await allProducts(db), query);
  // The first third keeps its place, the rest changes meanwhile.
  const still = new Set(ids.filter((id) => id % 3 === 0));
  const seen: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await search.search({ ...query, cursor });
    seen.push(...page.products.map(({ id }) => id));
    cursor = page.next_cursor;
    for (let n = 0; n < 4; n++) {
      const id = oneOf(next, ids);
      if (!still.has(id)) await oneOf(next, changes.slice(0, 3))(next, id);
    }
  }
  const counted = seen.filter((id) => still.has(id));
  expect(counted).toEqual(ids.filter((id) => still.has(id)));
});

describe('A search without facets', () => {
  test('has none in its answer, and unknown values are refused', async () => {
    const answer = await search.search(read({ filters: { condition: 'new' } }));
    expect(Object.keys(answer)).not.toContain('condition_counts');
    for (const filters of [{ condition: ['worn'] }, { shipFromRegion: ['moon'] }, { condition: [null] }])
      expect(() => read({ filters })).toThrow(/Unknown|Enter condition/);
    expect(() => read({ sort: 'percent_off_msrp_asc' })).toThrow('Unknown sort');
  });
});
