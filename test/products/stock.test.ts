import { connect, type Db } from '../../db/connection';
import { transaction } from '../../db/transaction';
import { OutOfStock, returnStock, setUnits } from '../../server/products/stock';
import { type TestDatabase, testDatabase } from '../support/database';
import { anOrder, aProduct, aSellerRow, ledgerOf, type StockLine, sellStock, unitsOf } from './support';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { max: 40 });
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const take = (lines: readonly StockLine[], orderId: number) =>
  transaction(db, (tx) => sellStock(tx, lines, orderId));

const missing = async (taking: Promise<unknown>) => {
  const error = await taking.then(
    () => null,
    (raised: unknown) => raised,
  );
  return error instanceof OutOfStock ? error.productIds : error;
};

describe('Taking stock', () => {
  test('takes every line and notes each in the ledger', async () => {
    const [mug, bowl] = [await aProduct(db, { units: 10n }), await aProduct(db, { units: 5n })];
    const order = await anOrder(db);
    await take(
      [
        { product_id: bowl, quantity: 5n },
        { product_id: mug, quantity: 3n },
      ],
      order,
    );
    expect(await unitsOf(db, [mug, bowl])).toEqual([7n, 0n]);
    expect(await ledgerOf(db, mug)).toEqual([
      { units: 10n, reason: 'initial', purchase_order_id: null },
      { units: -3n, reason: 'sold', purchase_order_id: order },
    ]);
  });

  test('takes nothing at all where one line cannot be had, and names it', async () => {
    const [mug, bowl] = [await aProduct(db, { units: 10n }), await aProduct(db, { units: 4n })];
    const order = await anOrder(db);
    const lines = [
      { product_id: mug, quantity: 1n },
      { product_id: bowl, quantity: 5n },
    ];
    expect(await missing(take(lines, order))).toEqual([bowl]);
    expect(await unitsOf(db, [mug, bowl])).toEqual([10n, 4n]);
  });

  test('counts the same product on two lines as one', async () => {
    const mug = await aProduct(db, { units: 3n });
    const twice = [
      { product_id: mug, quantity: 2n },
      { product_id: mug, quantity: 2n },
    ];
    expect(await missing(take(twice, await anOrder(db)))).toEqual([mug]);
    await transaction(db, (tx) => setUnits(tx, mug, 4n, 'edit', null));
    await take(twice, await anOrder(db));
    expect(await unitsOf(db, [mug])).toEqual([0n]);
  });

  test('does not sell what is not listed', async () => {
    const seller = await aSellerRow(db);
    const unlisted = [
      await aProduct(db, { units: 9n, provisional: true }),
      await aProduct(db, { units: 9n, deleted_at: new Date() }),
      await aProduct(db, { units: 9n, seller_id: await aSellerRow(db, { suspended_at: new Date() }) }),
      await aProduct(db, { units: 9n, seller_id: await aSellerRow(db, { logo: null }) }),
      await aProduct(db, { units: null, seller_id: seller }),
    ];
    const lines = unlisted.map((product_id) => ({ product_id, quantity: 1n }));
    expect(await missing(take(lines, await anOrder(db)))).toEqual(unlisted);
  });

  test('keeps every digit of the most units there can be', async () => {
    const mug = await aProduct(db, { units: 9_000_000_000_000_000_000n });
    await take([{ product_id: mug, quantity: 1n }], await anOrder(db));
    expect(await unitsOf(db, [mug])).toEqual([8_999_999_999_999_999_999n]);
    const twiceAll = [
      { product_id: mug, quantity: 9_000_000_000_000_000_000n },
      { product_id: mug, quantity: 9_000_000_000_000_000_000n },
    ];
    expect(await missing(take(twiceAll, await anOrder(db)))).toEqual([mug]);
  });

  test('sells the last 50 units to 50 of 200 who want one at once', async () => {
    const [mug, bowl] = [await aProduct(db, { units: 50n }), await aProduct(db, { units: 1_000n })];
    const orders = await Promise.all(Array.from({ length: 200 }, () => anOrder(db)));
    const answers = await Promise.all(
      orders.map((order, index) => {
        const lines = [
          { product_id: mug, quantity: 1n },
          { product_id: bowl, quantity: 1n },
        ];
        // The opposite order must not deadlock with the first.
        return missing(take(index % 2 ? lines.toReversed() : lines, order));
      }),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(50);
    expect(answers.filter((answer) => answer !== null)).toEqual(Array.from({ length: 150 }, () => [mug]));
    expect(await unitsOf(db, [mug, bowl])).toEqual([0n, 950n]);
  });
});

describe('Returning stock', () => {
  test('gives back what the order took, once', async () => {
    const mug = await aProduct(db, { units: 10n });
    const order = await anOrder(db);
    await take([{ product_id: mug, quantity: 4n }], order);
    await Promise.all([1, 2, 3].map(() => transaction(db, (tx) => returnStock(tx, order))));
    expect(await unitsOf(db, [mug])).toEqual([10n]);
  });

  test('never goes past the most units there can be', async () => {
    const mug = await aProduct(db, { units: 10n });
    const order = await anOrder(db);
    await take([{ product_id: mug, quantity: 4n }], order);
    await transaction(db, (tx) => setUnits(tx, mug, 8_999_999_999_999_999_999n, 'edit', null));
    await transaction(db, (tx) => returnStock(tx, order));
    expect(await unitsOf(db, [mug])).toEqual([9_000_000_000_000_000_000n]);
    expect((await ledgerOf(db, mug)).at(-1)).toMatchObject({ units: 1n, reason: 'returned' });
  });
});

describe('The ledger', () => {
  test('adds up to the units while sales, edits and returns race', async () => {
    const mug = await aProduct(db, { units: 100n });
    const orders = await Promise.all(Array.from({ length: 60 }, () => anOrder(db)));
    await Promise.all(
      orders.map(async (order, index) => {
        const units = BigInt(50 + index);
        if (index % 3 === 0) await transaction(db, (tx) => setUnits(tx, mug, units, 'edit', null));
        else if ((await missing(take([{ product_id: mug, quantity: 7n }], order))) === null && index % 2)
          await transaction(db, (tx) => returnStock(tx, order));
      }),
    );
    const sum = (await ledgerOf(db, mug)).reduce((total, { units }) => total + units, 0n);
    expect([sum]).toEqual(await unitsOf(db, [mug]));
  });

  test('is silent where nothing changes', async () => {
    const mug = await aProduct(db, { units: 10n });
    await transaction(db, (tx) => setUnits(tx, mug, 10n, 'edit', null));
    expect(await ledgerOf(db, mug)).toHaveLength(1);
  });
});
