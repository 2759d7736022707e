import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Db } from '../../db/connection';
import { transaction } from '../../db/transaction';
import { type SearchQuery, sorts } from '../../server/search/contract';
import { searchBody } from '../../server/search/schema';
import { type TestDatabase, testDatabase } from '../support/database';
import { allProducts, bruteForce } from './support/brute-force';
import {
  aDraft,
  aPlace,
  below,
  oneOf,
  type Random,
  random,
  someKinds,
  someLocations,
  someProducts,
  someSellers,
  someWords,
} from './support/catalog';
import { type TestSearch, testSearch } from './support/engine';

const CHANGES = 10_000;
const WRITERS = 8;
const ROUNDS = 10;
const TAGS = ['Top Sellers', 'Home', 'pet'];

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
// Writers of their own, and two web processes.
let writer: Db;
let connections: Db[];
let webs: TestSearch[];
let sellers: number[];

beforeAll(async () => {
  database = await testDatabase();
  writer = connect(database.url, { max: 2 * WRITERS + 2 });
  connections = [connect(database.url), connect(database.url)];
  webs = connections.map(testSearch);
  sellers = await someSellers(writer, 10);
  await someProducts(writer, random(11), sellers, 1_200);
  await someLocations(writer, random(12), sellers);
});

afterAll(async () => {
  for (const db of [writer, ...(connections ?? [])]) await db?.destroy();
  await database?.drop();
});

const read = (body: unknown) => searchBody.validateSync(body, { stripUnknown: true }) as SearchQuery;

async function someIds(next: Random, n: number) {
  const { rows } = await writer.raw<{ rows: { id: number }[] }>(
    'select id from products where id >= ? order by id limit ?',
    [1 + below(next, 1_000), n],
  );
  return rows.map(({ id }) => id);
}

/** What sellers, staff, buyers and imports do, each in a transaction of its own; a tenth of them is rolled back. */
const acts: Record<string, (next: Random) => Promise<unknown>> = {
  sale: async (next) => {
    const ids = await someIds(next, 1 + below(next, 4));
    return transaction(writer, async (tx) => {
      await tx.raw('select id from products where id = any (?::int[]) order by id for no key update', [ids]);
      await tx('products')
        .whereIn('id', ids)
        .where('units', '>=', '90')
        .update({ units: tx.raw('units / 3') });
      await perhapsNot(next);
    });
  },
  restock: async (next) =>
    transaction(writer, async (tx) => {
      const [id = 1] = await someIds(next, 1);
      await tx('products')
        .where({ id })
        .update({ units: oneOf(next, ['0', '101', '501', '20000']) as never });
      await perhapsNot(next);
    }),
  reprice: async (next) =>
    transaction(writer, async (tx) => {
      const [id = 1] = await someIds(next, 1);
      const { msrp_cents, seller_price_cents } = aDraft(next, sellers);
      await tx('products')
        .where({ id })
        .update({ msrp_cents, seller_price_cents } as never);
      await perhapsNot(next);
    }),
  restate: async (next) =>
    transaction(writer, async (tx) => {
      const [id = 1] = await someIds(next, 1);
      const { condition } = aDraft(next, sellers);
      await tx('products')
        .where({ id })
        .update({ condition } as never);
      await perhapsNot(next);
    }),
  relocate: async (next) =>
    transaction(writer, async (tx) => {
      const [id = 1] = await someIds(next, 1);
      const own = 'select max(id) from addresses where seller_id = products.seller_id';
      await tx('products')
        .where({ id })
        .update({ location_id: next() < 0.5 ? null : tx.raw(`(${own})`) });
      await perhapsNot(next);
    }),
  move: async (next) =>
    transaction(writer, async (tx) => {
      const seller_id = oneOf(next, sellers);
      const [first, second] = await tx('addresses')
        .where({ seller_id })
        .orderBy('id')
        .forUpdate()
        .select('id');
      if (next() < 0.3 && first && second) {
        const id = oneOf(next, [first.id, second.id]);
        await tx('addresses').where({ seller_id }).update({ is_default: false });
        await tx('addresses').where({ id }).update({ is_default: true });
      } else
        await tx('addresses')
          .where({ id: first?.id ?? 0 })
          .update({ ...aPlace(next), deleted_at: oneOf(next, [new Date(), null]) });
      await perhapsNot(next);
    }),
  rewrite: async (next) =>
    transaction(writer, async (tx) => {
      const [id = 1] = await someIds(next, 1);
      const { description } = aDraft(next, sellers);
      await tx('products')
        .where({ id })
        .update({ name: someWords(next, 3).join(' '), description });
      await perhapsNot(next);
    }),
  remove: async (next) =>
    transaction(writer, async (tx) => {
      const [id = 1] = await someIds(next, 1);
      await tx('products')
        .where({ id })
        .update({ deleted_at: oneOf(next, [new Date(), null]), upc: String(10 ** 12 + id) });
      await perhapsNot(next);
    }),
  withdraw: async (next) =>
    transaction(writer, async (tx) => {
      const [id = 1] = await someIds(next, 1);
      await tx('products')
        .where({ id })
        .update({ provisional: next() < 0.4 });
      await perhapsNot(next);
    }),
  importRows: async (next) =>
    transaction(writer, async (tx) => {
      await tx('products').insert(
        Array.from({ length: 1 + below(next, 5) }, () => aDraft(next, sellers)) as never,
      );
      await perhapsNot(next);
    }),
  tag: async (next) =>
    transaction(writer, async (tx) => {
      const [product_id = 1] = await someIds(next, 1);
      const tag = oneOf(next, TAGS);
      if (next() < 0.5) await tx('product_tags').insert({ tag, product_id }).onConflict().ignore();
      else await tx('product_tags').where({ product_id, tag }).delete();
      await perhapsNot(next);
    }),
  deny: async (next) =>
    transaction(writer, async (tx) => {
      const id = oneOf(next, sellers);
      await tx('sellers')
        .where({ id })
        .update({ suspended_at: oneOf(next, [new Date(), null, null]) });
      await perhapsNot(next);
    }),
  profile: async (next) =>
    transaction(writer, async (tx) => {
      const id = oneOf(next, sellers);
      await tx('sellers')
        .where({ id })
        .update({ logo: oneOf(next, ['', 'a.png', 'b.png']) });
      await perhapsNot(next);
    }),
};

class ChangedMyMind extends Error {}

async function perhapsNot(next: Random) {
  if (next() < 0.1) throw new ChangedMyMind();
}

const actNames = [
  'sale',
  'sale',
  'sale',
  'restock',
  'reprice',
  'restate',
  'relocate',
  'move',
  'rewrite',
  'remove',
  'withdraw',
  'importRows',
  'tag',
  'deny',
  'profile',
];

async function write(next: Random, changes: number) {
  for (let n = 0; n < changes; n++) {
    await acts[oneOf(next, actNames)]?.(next).catch((error: unknown) => {
      if (!(error instanceof ChangedMyMind)) throw error;
    });
  }
}

const word = (text: string) => ({ name: text, description: text });

const questions = (next: Random) => [
  ...sorts.map((sort) => ({ sort })),
  { filters: { unitsAvailable: { min: 1 + below(next, 5) } } },
  {
    filters: { msrp: { max: 1 + below(next, 5) }, percentOffMsrp: { min: 1 + below(next, 5) } },
    sort: 'msrp_cents_desc',
  },
  { search: { tags: ['home'] }, filters: { sellerPriceCents: { max: 3 } } },
  { search: { tags: ['pet', 'Top Sellers'] } },
  { search: { tags: ['top sellers'], ...word('b') } },
  { search: { tags: ['home'], ...word('m') }, sort: 'msrp_cents_asc' },
  { search: { seller_id: oneOf(next, sellers) } },
  { filters: someKinds(next), sort: oneOf(next, sorts) },
  { filters: { ...someKinds(next), msrp: { max: 1 + below(next, 5) } }, search: word('b') },
  { search: word('blue') },
  { search: word('mug') },
  { search: word('soap') },
];

async function compare(next: Random) {
  const catalog = await allProducts(writer);
  for (const body of questions(next)) {
    const query = read({ ...body, facets: true });
    const { ids, ...figures } = bruteForce(catalog, query);
    for (const web of webs) {
      const { products, next_cursor, newest, corrected, ...answer } = await web.search(query);
      expect({ body, ...answer }).toEqual({ body, ...figures });
      expect(products.map(({ id }) => id)).toEqual(ids.slice(0, 24));
    }
  }
}

test(`counts and pages are exact through ${CHANGES} edits, sales, denials and imports at once`, async () => {
  let searching = true;
  const errors: unknown[] = [];
  // Searches meanwhile make each process take in the changes in pieces of every size.
  const searchers = webs.map(async (web, n) => {
    const next = random(100 + n);
    while (searching && errors.length === 0) {
      await web.search(read(oneOf(next, questions(next)))).catch((error) => errors.push(error));
      // Without a rest the searches would have most of the machine, and the pieces one size.
      await pause(below(next, 20));
    }
  });
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const writing = Array.from({ length: WRITERS }, (_none, n) =>
        write(random(1_000 * round + n), CHANGES / ROUNDS / WRITERS),
      );
      await Promise.all(writing);
      // Now and then the log is cut, sometimes further than a process has read.
      await writer.raw(
        round % 3 === 2
          ? 'select prune_listing_changes() from generate_series(1, 3)'
          : 'select prune_listing_changes()',
      );
      await compare(random(round));
    }
  } finally {
    searching = false;
    await Promise.all(searchers);
  }
  expect(errors).toEqual([]);
}, 300_000);

test('a search includes everything committed before it', async () => {
  const next = random(77);
  const seller_id = sellers[5] ?? 0;
  await writer('sellers').where({ id: seller_id }).update({ logo: 'x.png', suspended_at: null });
  for (let n = 0; n < 60; n++) {
    const draft = {
      ...aDraft(next, [seller_id]),
      provisional: false,
      deleted_at: null,
      created_at: new Date(),
    };
    const [made] = await writer('products')
      .insert(draft as never)
      .returning('id');
    const answers = await Promise.all(webs.flatMap((web) => [1, 2, 3].map(() => web.search(read({})))));
    for (const { products } of answers) expect(products[0]?.id).toBe(made?.id);
  }
});

test('a category and a tag know at once what staff have tagged, in every process', async () => {
  const [product] = await writer('products as p')
    .join('sellers as s', 's.id', 'p.seller_id')
    .where({
      'p.provisional': false,
      'p.deleted_at': null,
      's.suspended_at': null,
      's.profile_complete': true,
    })
    .whereNot('p.category', 'footwear')
    .select('p.id');
  const product_id = product?.id ?? 0;
  for (const tag of ['footwear', 'Fresh finds']) {
    const counts = () =>
      Promise.all(webs.map(async (web) => (await web.search(read({ search: { tags: [tag] } }))).count));
    const before = await counts();
    for (let round = 0; round < 5; round++) {
      await writer('product_tags').insert({ tag, product_id });
      expect(await counts()).toEqual(before.map((count) => count + 1));
      await writer('product_tags').where({ tag, product_id }).delete();
      expect(await counts()).toEqual(before);
    }
  }
});

test('concurrent searches for a word include everything committed before', async () => {
  const [web] = webs;
  if (!web) throw new Error('no web');
  const name = 'Zebra';
  const draft = { ...aDraft(random(31), [sellers[5] ?? 0]), provisional: false, deleted_at: null };
  const count = () => web.search(read({ search: word(name.toLowerCase()) })).then(({ count }) => count);
  for (let n = 0; n < 20; n++) {
    const answers: Promise<{ least: number; count: number }>[] = [];
    for (let more = 0; more < 3; more++) {
      const least = n * 3 + more;
      answers.push(count().then((count) => ({ least, count })));
      await writer('products').insert({
        ...draft,
        upc: String(90_000_000 + least),
        name,
      } as never);
    }
    for (const answer of await Promise.all(answers))
      expect(answer.count).toBeGreaterThanOrEqual(answer.least);
    expect(await count()).toBe(n * 3 + 3);
  }
}, 60_000);

test('a transaction that began before a look and ends after it is not missed', async () => {
  const [web] = webs;
  if (!web) throw new Error('no web');
  const count = async () => (await web.search(read({}))).count;
  const before = await count();
  const slow = await writer.transaction();
  const draft = { ...aDraft(random(5), [sellers[5] ?? 0]), provisional: false, deleted_at: null };
  await slow('products').insert(draft as never);
  // Others begin and end later, and the log is cut twice, before the slow one commits.
  for (let n = 0; n < 5; n++) {
    const quick = { ...aDraft(random(50 + n), [sellers[5] ?? 0]), provisional: false, deleted_at: null };
    await writer('products').insert(quick as never);
    expect(await count()).toBe(before + n + 1);
    await writer.raw('select prune_listing_changes()');
  }
  await slow.commit();
  await writer.raw('select prune_listing_changes()');
  expect(await count()).toBe(before + 6);
});

test('a cursor neither repeats nor skips a product while products come and go', async () => {
  const [web] = webs;
  if (!web) throw new Error('no web');
  const next = random(9);
  for (const sort of sorts) {
    const expectedIds = bruteForce(await allProducts(writer), read({ sort })).ids;
    const seen: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await web.search({ ...read({ sort }), cursor });
      seen.push(...page.products.map(({ id }) => id));
      cursor = page.next_cursor;
      await writer('products').insert(
        Array.from({ length: 3 }, () => ({ ...aDraft(next, sellers), created_at: new Date() })) as never,
      );
      // What was seen last goes: its place must still be found.
      await writer('products')
        .where({ id: seen.at(-1) ?? 0 })
        .update({ provisional: true });
    }
    expect(new Set(seen).size).toBe(seen.length);
    const missed = expectedIds.filter((id) => !seen.includes(id));
    expect(missed).toEqual([]);
  }
}, 60_000);
