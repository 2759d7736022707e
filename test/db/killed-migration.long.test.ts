import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { schemaFile } from '../../db/schema-file';
import { type TestDatabase, testDatabase } from '../support/database';
import { productionBuild } from '../support/roots';

/** By hand: `HOLD_MS=60000` holds each reader's transaction for a minute. */
const HOLD_MS = Number(process.env.HOLD_MS ?? 3_000);
const KILLS = 12;
const MAX_LIFE_MS = 2_500;

vi.setConfig({ testTimeout: HOLD_MS * 4 + 240_000, hookTimeout: HOLD_MS * 4 + 240_000 });

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await connected(async (client) => {
    await client.query('drop schema public cascade');
    await client.query('drop schema if exists graphile_worker cascade');
    await client.query('create schema public');
  });
});
afterAll(() => database.drop());

async function connected<Answer>(work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const tablesIn = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'
    and tablename not like 'knex%' order by tablename`);
  return rows.map(({ tablename }) => tablename);
};

/** Returns whether the table is there: a migration may drop one that was just listed. */
const isThere = (query: Promise<unknown>): Promise<boolean> =>
  query.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== '42P01') throw error;
      return false;
    },
  );

/** Reads every table that exists, and keeps its transaction open. */
const readAll = (isOver: () => boolean) =>
  connected(async (client) => {
    while (!isOver()) {
      await client.query('begin');
      for (const table of await tablesIn(client))
        if (!(await isThere(client.query(`select 1 from "${table}" limit 1`))))
          await client.query('rollback; begin');
      for (const began = Date.now(); Date.now() - began < HOLD_MS && !isOver(); ) await pause(100);
      await client.query('rollback');
      await pause(300);
    }
  });

/** Takes what a writer takes on each table in turn; returns the longest wait in milliseconds. */
const writeAll = (isOver: () => boolean) =>
  connected(async (client) => {
    let longest = 0;
    while (!isOver()) {
      for (const table of await tablesIn(client)) {
        const began = performance.now();
        await client.query('begin');
        await isThere(client.query(`lock table "${table}" in row exclusive mode`));
        await client.query('rollback');
        longest = Math.max(longest, performance.now() - began);
      }
      await pause(20);
    }
    return longest;
  });

const release = (): ChildProcess =>
  spawn(process.execPath, [join(productionBuild(), 'dist/release.js')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      SECRET_KEY_BASE: 'x'.repeat(64),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

test('migrations that are killed again and again under readers and writers end in the same schema', async () => {
  let isOver = false;
  const others = [readAll(() => isOver), writeAll(() => isOver)] as const;
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const process = release();
      const ended = once(process, 'exit');
      await Promise.race([ended, pause(500 + Math.random() * MAX_LIFE_MS)]);
      process.kill('SIGKILL');
      await ended;
    }
    const [code] = await once(release(), 'exit');
    expect(code).toBe(0);
  } finally {
    isOver = true;
  }
  const [, longest] = await Promise.all(others);
  if (process.env.HOLD_MS) console.log(`the longest wait of a writer: ${Math.round(longest)} ms`);
  await connected(async (client) => {
    const { rows } = await client.query(
      'select indexrelid::regclass::text as name from pg_index where not indisvalid',
    );
    expect(rows).toEqual([]);
    expect(await schemaFile(client)).toBe(readFileSync(join(__dirname, '../../db/schema.sql'), 'utf8'));
  });
});
