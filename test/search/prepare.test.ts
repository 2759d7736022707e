import { connect, type Db } from '../../db/connection';
import { rebuildAtOnce } from '../../server/consistency/rebuild';
import { prepareSearch } from '../../server/search/search';
import { type TestDatabase, testDatabase } from '../support/database';
import { until } from '../support/process';

/** What folding and filling of the counts exclude each other by. */
const FOLD_LOCK = 729_481_160;

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const isWaiting = async () => {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from pg_locks where locktype = 'advisory' and not granted and objid = ?
      and database = (select oid from pg_database where datname = current_database())`,
    [FOLD_LOCK],
  );
  return rows.length > 0;
};

/** Does `act` while `first` has begun and waits for the lock. Returns the result of `first`. */
async function duringWait<Result>(
  first: () => Promise<Result>,
  act: () => Promise<unknown>,
): Promise<Result> {
  const lock = await db.transaction();
  await lock.raw('select pg_advisory_xact_lock(?)', [FOLD_LOCK]);
  const running = first();
  try {
    await until(isWaiting);
    await act();
  } finally {
    await lock.rollback();
  }
  return running;
}

test.each([
  ['sql', 'is prepared for SEARCH=sql'],
  ['index', 'keeps nothing for SEARCH=sql'],
])('while %s is prepared, another one is refused', async (kind, done) => {
  const first = duringWait(
    () => prepareSearch({ db }, [kind]),
    async () => {
      for (const other of ['sql', 'index'])
        await expect(prepareSearch({ db }, [other])).rejects.toThrow(
          'Another npm run search:prepare is running. Run this one when it has ended.',
        );
    },
  );
  expect(await first).toContain(done);
});

test('a rebuild that waited while the counts were dropped does not fill them', async () => {
  await prepareSearch({ db }, ['sql']);
  const rebuilt = duringWait(
    () => rebuildAtOnce({ db }, ['counts']),
    () => db.raw('delete from listing_counts'),
  );
  expect(await rebuilt).toBe('Rebuilt counts: 0 rows differed.');
  expect(await db('listing_counts')).toEqual([]);
});
