import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { schemaFile } from '../db/schema-file';
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
