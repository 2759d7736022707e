import { connect } from '../../db/connection';
import { PUBLISHED } from '../../server/products/visibility';
import { CAN_SELL } from '../../server/sellers/policy';
import { type TestDatabase, testDatabase } from '../support/database';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database?.drop());

const conditions = (sql = '') =>
  new Set(
    sql
      .replaceAll(/\b(products|sellers)\./g, '')
      .trim()
      .split(' and '),
  );

async function functionBodies() {
  const db = connect(database.url);
  try {
    const { rows } = await db.raw<{ rows: { name: string; body: string }[] }>(
      `select proname as name, prosrc as body from pg_proc where proname ~ '^(listings_|refill_listings$)'`,
    );
    return new Map(rows.map(({ name, body }) => [name, body]));
  } finally {
    await db.destroy();
  }
}

test.each([
  ['listings_since_v2', /on sellers\.id = listings\.seller_id\s+where (.+)/, CAN_SELL],
  ['listings_since', /on sellers\.id = listings\.seller_id\s+where (.+)/, CAN_SELL],
  ['listings_after_insert', /from inserted where (.+);/, PUBLISHED],
  ['refill_listings', /from products where (.+) order by/, PUBLISHED],
])('the database function %s lists the same products as the application', async (name, where, owner) => {
  const body = (await functionBodies()).get(name) ?? '';
  expect(conditions(where.exec(body)?.[1])).toEqual(conditions(owner));
});
