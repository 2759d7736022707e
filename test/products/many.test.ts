import { connect, type Db } from '../../db/connection';
import { transaction } from '../../db/transaction';
import { cents } from '../../server/contract/money';
import { createMany, fillMany, type ImportedProduct } from '../../server/products/many';
import { type TestDatabase, testDatabase } from '../support/database';
import { aProduct, aSellerRow, ledgerOf } from './support';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { max: 10 });
}, 60_000);

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const whole = (upc: string) => ({
  name: `Mug ${upc}`,
  upc,
  photo_1: 'https://a.example.com/1.jpg',
  msrp_cents: cents(2_000),
  wholesale_cents: cents(900),
  seller_price_cents: cents(500),
  units: 12n,
});

const product = (input: ImportedProduct['input'], errors = {}): ImportedProduct => ({ input, errors });

test('many products come in at once, their units in the ledger', async () => {
  const seller = await aSellerRow(db);
  const products = Array.from({ length: 300 }, (_, index) => product(whole(String(50_000_000 + index))));
  const written = await transaction(db, (tx) => createMany(tx, seller, products, null));
  expect(written).toHaveLength(300);
  expect(written.filter(({ provisional }) => provisional)).toEqual([]);
  expect(await ledgerOf(db, written[7]?.id ?? 0)).toEqual([
    { units: 12n, reason: 'import', purchase_order_id: null },
  ]);
});

test('what has an error stays provisional and says so, until it is there', async () => {
  const seller = await aSellerRow(db);
  const { units, ...withoutUnits } = whole('60000001');
  const errors = { units: 'Units must be greater than 0' };
  const [one] = await transaction(db, (tx) => createMany(tx, seller, [product(withoutUnits, errors)], null));
  expect(one?.provisional).toBe(true);
  const row = () =>
    db('products')
      .where({ id: one?.id ?? 0 })
      .first('provisional', 'provisional_errors', 'units');
  expect(await row()).toEqual({ provisional: true, provisional_errors: errors, units: null });
  await transaction(db, (tx) => fillMany(tx, seller, [product({ ...withoutUnits, units })], null));
  expect(await row()).toEqual({ provisional: false, provisional_errors: {}, units: 12n });
});

test('a UPC that is taken is left alone, also when two imports bring it at once', async () => {
  const seller = await aSellerRow(db);
  const both = await Promise.all(
    ['First', 'Second'].map((name) =>
      transaction(db, (tx) => createMany(tx, seller, [product({ ...whole('70000001'), name })], null)),
    ),
  );
  expect(both.map(({ length }) => length).sort()).toEqual([0, 1]);
  expect(await db('products').where({ seller_id: seller })).toHaveLength(1);
});

test('only what is empty is filled, and what has nothing to add is not touched', async () => {
  const seller = await aSellerRow(db);
  const id = await aProduct(db, { seller_id: seller, upc: '80000001', name: 'Kept', sku: null, units: 5n });
  const input = { ...whole('80000001'), sku: 'NEW', category: 'home' as const, units: 99n };
  const filled = await transaction(db, (tx) => fillMany(tx, seller, [product(input)], null));
  expect(filled).toMatchObject([{ id, provisional: false }]);
  const row = await db('products').where({ id }).first();
  expect(row).toMatchObject({ name: 'Kept', sku: 'NEW', category: 'home', units: 5n, photo_1: '/demo/mug' });
  expect(await transaction(db, (tx) => fillMany(tx, seller, [product(input)], null))).toEqual([]);
  expect(await db('products').where({ id }).first()).toEqual(row);
});

test('a price that does not go with the one that is there stays out', async () => {
  const seller = await aSellerRow(db);
  const id = await aProduct(db, { seller_id: seller, upc: '90000001', provisional: true, msrp_cents: null });
  const input = { ...whole('90000001'), msrp_cents: cents(499) };
  await transaction(db, (tx) => fillMany(tx, seller, [product(input)], null));
  expect(await db('products').where({ id }).first()).toMatchObject({ msrp_cents: null, provisional: true });
});
