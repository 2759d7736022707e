import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../db/connection';
import { transaction } from '../../db/transaction';
import { asHttpError } from '../../server/http/errors';
import { type TestDatabase, testDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const SHOW = 'show idle_in_transaction_session_timeout';

test.each([
  [true, '15s'],
  [false, '0'],
])('with named statements %o, an idle transaction has %s', async (named, expected) => {
  const db = connect(database.url, { max: 1, named });
  const { rows } = await db.raw(SHOW);
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: expected }]);
  await db.destroy();
});

test('a transaction that hangs loses its locks, its request is told to come back, and the pool goes on', async () => {
  const db = connect(database.url, { max: 1 });
  const failure = await transaction(db, async (tx) => {
    await tx.raw('set local idle_in_transaction_session_timeout = 50');
    await pause(500);
    await tx.raw('select 1');
  }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(asHttpError(failure).status).toBe(503);
  expect((await db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await db.destroy();
});
