import { connect, type Db } from '../../db/connection';
import type { SearchQuery } from '../../server/search/contract';
import { radixSorting } from '../../server/search/index/sorted-ids';
import { searchBody } from '../../server/search/schema';
import { type TestDatabase, testDatabase } from '../support/database';
import { startTestServer } from '../support/test-server';
import { random } from './support/catalog';
import { testSearch } from './support/engine';

const read = (body: unknown) => searchBody.validateSync(body, { stripUnknown: true }) as SearchQuery;

test('a process is ready once it knows the listings', async () => {
  const server = await startTestServer();
  try {
    expect((await fetch(`${server.origin}/ready`)).status).toBe(200);
    expect(server.services.search.isWarm()).toBe(true);
  } finally {
    await server.close();
  }
});

describe('while the listings cannot be read', () => {
  let database: TestDatabase;
  let db: Db;
  let other: Db;
  beforeAll(async () => {
    database = await testDatabase();
    db = connect(database.url);
    other = connect(database.url);
  });
  afterAll(async () => {
    await db?.destroy();
    await other?.destroy();
    await database?.drop();
  });

  test('it is not ready, others are answered meanwhile, and it is when they can be', async () => {
    const lock = await other.transaction();
    await lock.raw('lock table listings in access exclusive mode');
    const search = testSearch(db);
    expect(await search.warm()).toBe(false);
    expect((await db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await lock.rollback();
    expect((await search.search(read({}))).count).toBe(0);
    expect(await search.warm()).toBe(true);
  });
});

/** Turns that the process had for others, and the order. */
function sorted(ids: Int32Array, keyOf: (id: number) => number) {
  const sorting = radixSorting(ids, keyOf);
  for (let turns = 0; ; turns++) {
    const step = sorting.next();
    if (step.done) return { turns, ids: step.value };
  }
}

test.each([1, 200, 70_000, 2 ** 31, 2 ** 33, 2 ** 52])(
  'whatever keys lie up to %d apart are put in order, ids breaking ties',
  (range) => {
    const next = random(range);
    for (const size of [0, 1, 2, 1_000, 150_000]) {
      const ids = Int32Array.from({ length: size }, (_none, id) => id + 1);
      const keys = Float64Array.from({ length: size + 1 }, () => Math.floor(next() * range) - 1_000);
      const keyOf = (id: number) => keys[id] ?? 0;
      const { turns, ids: found } = sorted(ids, keyOf);
      const expected = Int32Array.from([...ids].sort((a, b) => keyOf(a) - keyOf(b) || a - b));
      expect(Buffer.compare(Buffer.from(found.buffer), Buffer.from(expected.buffer))).toBe(0);
      if (size === 150_000) expect(turns).toBeGreaterThan(5);
    }
  },
);
