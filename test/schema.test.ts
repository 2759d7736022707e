import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { schemaFile } from '../db/schema-file';
import { features, userStatuses } from '../server/accounts/contract';
import { categoryLabels, packagingLabels } from '../server/contract/categories';
import { offerStates } from '../server/offers/rules';
import { orderStatuses } from '../server/orders/rules';
import { genders, weightUnits } from '../server/products/contract';
import { followerCounts } from '../server/sellers/rules';
import { type TestDatabase, testDatabase } from './support/database';

const path = join(__dirname, '../db/schema.sql');

let database: TestDatabase;
let written: string;

const connected = async <Answer>(url: string, work: (client: pg.Client) => Promise<Answer>) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

beforeAll(async () => {
  database = await testDatabase();
  written = await connected(database.url, schemaFile);
  if (process.env.WRITE_SCHEMA) writeFileSync(path, written);
});
afterAll(() => database.drop());

test('schema.sql is current (`npm run schema` writes it)', () => {
  expect(readFileSync(path, 'utf8')).toBe(written);
});

test('schema.sql makes the same schema again', async () => {
  await connected(database.url, async (client) => {
    await client.query(`
      drop schema public cascade;
      create schema public;`);
    await client.query(written);
    await client.query('reset all');
    expect(await schemaFile(client)).toBe(written);
  });
});

/** Every list that the contract and the database both hold. */
const lists: [constraint: string, contract: readonly string[]][] = [
  ['users_status', [...userStatuses, 'removed', 'key']],
  ['users_features', features],
  ['offers_state', offerStates],
  ['purchase_orders_status', orderStatuses],
  ['products_category', Object.keys(categoryLabels)],
  ['products_packaging_type', Object.keys(packagingLabels)],
  ['products_gender', Object.keys(genders)],
  ['products_weight_unit', weightUnits],
  ['sellers_tiktok_count', followerCounts],
  ['sellers_instagram_count', followerCounts],
];

test.each(lists)('%s allows what the contract knows, and nothing else', (constraint, known) => {
  const check = written.match(new RegExp(`constraint ${constraint} CHECK (.*)`))?.[1] ?? '';
  const allowed = [...check.matchAll(/'([^']*)'::/g)].map(([, value]) => value);
  expect(allowed.toSorted()).toEqual([...known].toSorted());
});
