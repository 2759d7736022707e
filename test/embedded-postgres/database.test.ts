import pg from 'pg';
import { testDatabase } from '../support/database';

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('two test files share a server but not their data', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  await ask(one.url, 'create table note (body text)');
  expect(await ask(one.url, 'select body from note')).toEqual([]);
  await expect(ask(two.url, 'select body from note')).rejects.toThrow('does not exist');
  await Promise.all([one.drop(), two.drop()]);
});

test('a test database comes with the whole schema and a queue', async () => {
  const database = await testDatabase();
  const [found] = await ask(
    database.url,
    `select to_regclass('users') is not null as users, to_regclass('graphile_worker._private_jobs') is not null as queue`,
  );
  expect(found).toEqual({ users: true, queue: true });
  await database.drop();
  await expect(ask(database.url, 'select 1')).rejects.toThrow('does not exist');
});
