import { connect, type Db } from '../../db/connection';
import { statement } from '../../db/statement';
import { transaction } from '../../db/transaction';
import { type TestDatabase, testDatabase } from '../support/database';

let database: TestDatabase;
// One connection, so that it can be asked what it has planned.
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const figures = statement<{ price_cents: number; units: bigint }>(
  'figures',
  'select $1::bigint as price_cents, $2::bigint as units',
);

test('money comes as cents and units keep all their digits', async () => {
  const units = 9_000_000_000_000_000_000n;
  expect(await figures(db, [1_250, units])).toEqual([{ price_cents: 1_250, units }]);
});

test('a connection plans it once, however often it is asked', async () => {
  for (let time = 0; time < 3; time++) await figures(db, [1, 1n]);
  const { rows } = await db.raw("select name from pg_prepared_statements where name = 'figures'");
  expect(rows).toHaveLength(1);
});

test('in a transaction it is part of it, and it outlives one that is taken back', async () => {
  const name = statement<{ name: string }>('name of a buyer', 'select name from buyers where id = $1');
  const made = transaction(db, async (tx) => {
    const [buyer] = await tx('buyers').insert({ name: 'Passing', category: 'Other' }).returning('id');
    expect(await name(tx, [buyer?.id])).toEqual([{ name: 'Passing' }]);
    throw new Error(String(buyer?.id));
  });
  const id = Number(await made.catch((error: Error) => error.message));
  expect(await name(db, [id])).toEqual([]);
});

test('a failure gives the connection back', async () => {
  const zero = statement('by zero', 'select 1 / $1::int');
  await expect(zero(db, [0])).rejects.toMatchObject({ code: '22012' });
  expect(await figures(db, [1, 1n])).toHaveLength(1);
});

test('all columns of a table are no columns: a migration may widen them', () => {
  expect(() => statement('wide', 'select * from users where id = $1')).toThrow('must name its columns');
  expect(() => statement('wide too', 'select users.*, 1 from users ')).toThrow('must name its columns');
  expect(() => statement('counted', 'select count(*) from users')).not.toThrow();
});
