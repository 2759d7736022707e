import { connect, type Db } from '../../db/connection';
import { type TestDatabase, testDatabase } from '../support/database';
import { compareWithOracle } from './interleavings';

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

const PRODUCTS = 1_000;

test(
  'No count brings sold units back, and the stock is the sum of its movements',
  () => compareWithOracle(db, PRODUCTS, 20_261_129),
  120_000,
);
