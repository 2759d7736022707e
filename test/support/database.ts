import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../db/migrate';
import { projectRoot } from './roots';

const TEMPLATE_LOCK = 511_902_377;

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

let server: string | undefined;

function serverUrl() {
  server ??=
    process.env.TEST_DATABASE_URL ??
    execFileSync(process.execPath, [join(projectRoot, 'test/support/cluster.mjs')], {
      encoding: 'utf8',
    }).trim();
  return server;
}

function urlOf(name: string) {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<Answer>(work: (client: pg.Client) => Promise<Answer>) {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Hashes everything that determines the empty schema. */
function templateName() {
  const hash = createHash('sha256');
  for (const name of readdirSync(join(projectRoot, 'db/migrations')).sort()) {
    hash.update(name).update(readFileSync(join(projectRoot, 'db/migrations', name)));
  }
  hash.update(readFileSync(join(projectRoot, 'db/migrate.ts')));
  hash.update(readFileSync(join(projectRoot, 'node_modules/graphile-worker/package.json')));
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

async function buildTemplate(client: pg.Client, name: string) {
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  await migrate(urlOf(draft));
  await client.query(`alter database ${draft} with allow_connections false is_template true`);
  await client.query(`alter database ${draft} rename to ${name}`);
}

let template: Promise<string> | undefined;

async function readyTemplate() {
  const name = templateName();
  const exists = async (client: pg.Client) =>
    (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;
  await onServer(async (client) => {
    if (await exists(client)) return;
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    if (!(await exists(client))) await buildTemplate(client, name);
  });
  return name;
}

let made = 0;

async function createDatabase(from: string): Promise<TestDatabase> {
  made += 1;
  const name = `test_${Math.floor(Date.now() / 1000)}_${process.pid}_${Math.random().toString(36).slice(2, 8)}_${made}`;
  await onServer((client) => client.query(`create database ${name} template ${from}`));
  return {
    url: urlOf(name),
    drop: () =>
      onServer(async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** Creates a database with an empty schema; the caller drops it. */
export async function testDatabase(): Promise<TestDatabase> {
  template ??= readyTemplate();
  return createDatabase(await template);
}

/** Creates a database without a schema; the caller drops it. */
export const emptyDatabase = () => createDatabase('template0');
