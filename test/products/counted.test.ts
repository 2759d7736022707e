import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Db } from '../../db/connection';
import { type Tx, transaction } from '../../db/transaction';
import { returnStock, setCountedUnits, setUnits } from '../../server/products/stock';
import { type TestDatabase, testDatabase } from '../support/database';
import { anOrder, aProduct, ledgerOf, sellStock, unitsOf } from './support';

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

const sell = async (product_id: number, quantity: bigint) => {
  const orderId = await anOrder(db);
  await transaction(db, (tx) => sellStock(tx, [{ product_id, quantity }], orderId));
  return orderId;
};

/** A moment that no act of the test shares: a Date has milliseconds, the database microseconds. */
const now = async () => {
  await delay(2);
  const { rows } = await db.raw<{ rows: [{ at: Date }] }>('select clock_timestamp() as at');
  await delay(2);
  return rows[0].at;
};

const lock = (tx: Tx, ids: readonly number[]) =>
  tx('products').whereIn('id', ids).orderBy('id').forNoKeyUpdate().select('id');

const count = (product_id: number, units: bigint, counted_at: Date) =>
  transaction(db, async (tx) => {
    await lock(tx, [product_id]);
    const [verdict] = await setCountedUnits(tx, [{ product_id, units, counted_at }], 'edit', null);
    return verdict;
  });

const unitsNow = async (id: number) => (await unitsOf(db, [id]))[0];

test('A count keeps sold what was sold since, and adds what came back', async () => {
  const mug = await aProduct(db, { units: 100n });
  const earlier = await sell(mug, 10n);
  const counted = await now();
  await sell(mug, 7n);
  await transaction(db, (tx) => returnStock(tx, earlier));
  expect(await count(mug, 60n, counted)).toMatchObject({
    is_outdated: false,
    before: 93n,
    after: 63n,
    oversold: 0n,
  });
  expect(await unitsNow(mug)).toBe(63n);
  expect((await ledgerOf(db, mug)).at(-1)).toMatchObject({ units: -30n, reason: 'edit' });
});

test('A count that arrives twice changes nothing the second time', async () => {
  const mug = await aProduct(db, { units: 100n });
  const counted = await now();
  await sell(mug, 7n);
  await count(mug, 60n, counted);
  await sell(mug, 3n);
  expect(await count(mug, 60n, counted)).toMatchObject({ before: 50n, after: 50n });
  expect((await ledgerOf(db, mug)).map(({ units }) => units)).toEqual([100n, -7n, -40n, -3n]);
});

test('More sold since the count than it had leaves 0 and says how many', async () => {
  const mug = await aProduct(db, { units: 100n });
  const counted = await now();
  await sell(mug, 8n);
  expect(await count(mug, 5n, counted)).toMatchObject({ after: 0n, oversold: 3n });
  expect(await unitsNow(mug)).toBe(0n);
});

test('Of two counts the later holds, in whatever order they arrive', async () => {
  const [mug, bowl] = [await aProduct(db, { units: 100n }), await aProduct(db, { units: 100n })];
  const morning = await now();
  const evening = await now();
  await count(mug, 40n, morning);
  await count(mug, 30n, evening);
  await count(bowl, 30n, evening);
  expect(await count(bowl, 40n, morning)).toMatchObject({ is_outdated: true, before: 30n, after: 30n });
  expect(await unitsOf(db, [mug, bowl])).toEqual([30n, 30n]);
});

test('An edit is a count of its moment, also where it sets what is there', async () => {
  const mug = await aProduct(db, { units: 100n });
  const before = await now();
  await transaction(db, (tx) => setUnits(tx, mug, 100n, 'edit', null));
  expect(await count(mug, 40n, before)).toMatchObject({ is_outdated: true });
  expect(await count(mug, 40n, await now())).toMatchObject({ is_outdated: false, after: 40n });
});

test('A clock that runs ahead counts now, so that later sales are taken off', async () => {
  const mug = await aProduct(db, { units: 100n });
  const ahead = new Date((await now()).getTime() + 3_600_000);
  await count(mug, 40n, ahead);
  await sell(mug, 5n);
  expect(await count(mug, 50n, await now())).toMatchObject({ is_outdated: false, before: 35n, after: 50n });
});

test('A product whose units were unknown has what was counted', async () => {
  const mug = await aProduct(db, { units: null });
  expect(await count(mug, 12n, await now())).toMatchObject({ before: null, after: 12n });
  expect(await ledgerOf(db, mug)).toEqual([{ units: 12n, reason: 'edit', purchase_order_id: null }]);
});

test('A sale that holds the product is finished first, and taken off', async () => {
  const mug = await aProduct(db, { units: 100n });
  const counted = await now();
  const orderId = await anOrder(db);
  let counting: ReturnType<typeof count> | undefined;
  await transaction(db, async (tx) => {
    await sellStock(tx, [{ product_id: mug, quantity: 9n }], orderId);
    counting = count(mug, 60n, counted);
    // Until the count waits for the sale's lock.
    for (;;) {
      const { rows } = await db.raw(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) break;
    }
  });
  expect(await counting).toMatchObject({ before: 91n, after: 51n });
});
