import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { seedDemo } from '../../db/seeds/demo';
import { type Backup, backUp } from '../../server/backup/backup';
import { diskFiles } from '../../server/backup/disk-files';
import { isComplete, writeManifest } from '../../server/backup/manifest';
import { restore } from '../../server/backup/restore';
import { checkAtOnce } from '../../server/consistency/command';
import type { Services } from '../../server/services';
import { emptyDatabase, type TestDatabase, testDatabase } from '../support/database';
import { Factory } from '../support/factories';
import { until } from '../support/process';
import { testConfig, testServices } from '../support/services';
import { serveDatabase } from '../support/test-server';
import { connected, digestsOf, temporaryFolder } from './rehearsal';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let database: TestDatabase;
let services: ReturnType<typeof testServices>;
const { dir, remove } = temporaryFolder();
const files = diskFiles(dir);
const upload = 'originals/00000000-0000-4000-8000-000000000001';
let backup: Backup;
let folder: string;
let snapshot: Record<string, string>;

/** Begins to sell; the returned function ends it and counts the orders. */
async function trade() {
  const factory = new Factory({ services, origin: '' });
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units: 100_000n });
  let isOver = false;
  const sell = async () => {
    let orders = 0;
    for (; !isOver; orders += 1) await factory.anOrder({ seller, lines: [{ product }] });
    return orders;
  };
  const orders = sell();
  return () => {
    isOver = true;
    return orders;
  };
}

beforeAll(async () => {
  database = await testDatabase();
  services = testServices(database.url);
  await seedDemo(services as Services);
  await services.store.put(upload, Buffer.from('a picture'), 'image/png');
  const endTrade = await trade();
  backup = await backUp(services, files, {
    onSnapshot: async (session) => {
      snapshot = await digestsOf(session);
    },
  });
  expect(await endTrade()).toBeGreaterThan(2);
  folder = backup.location.slice(dir.length + 1);
});

afterAll(async () => {
  await services.close();
  await database.drop();
  await remove();
});

const restoreInto = (target: TestDatabase, from = folder) => {
  const { storage } = testConfig();
  return restore({ files, folder: from, databaseUrl: target.url, storage }).then((restored) => ({
    ...restored,
    storage,
  }));
};

const inEmpty = async (work: (target: TestDatabase) => Promise<void>) => {
  const target = await emptyDatabase();
  await work(target).finally(() => target.drop());
};

test('the row of the backup is finished', async () => {
  const row = await services.db('backups').orderBy('id', 'desc').first();
  expect(row).toMatchObject({ location: backup.location, error: null, bytes: BigInt(backup.bytes) });
  expect(row?.finished_at).not.toBeNull();
  expect(row?.checksum).toMatch(/^[0-9a-f]{64}$/);
});

test('a backup under trade restores as of its snapshot, is right, serves and sells', async () => {
  const target = await emptyDatabase();
  const { storage, uploads } = await restoreInto(target);
  expect(await connected(target.url, digestsOf)).toEqual(snapshot);
  expect(uploads).toBe(1);
  const restored = await serveDatabase(target, { storage });
  try {
    expect(await checkAtOnce(restored.services, [])).toMatch(/no findings/);
    const product = await restored.services.db('listings').first('seller_id', 'product_id');
    const page = await fetch(`${restored.origin}/all_products/${product?.seller_id}/${product?.product_id}`);
    expect(page.status).toBe(200);
    const factory = new Factory({ services: restored.services, origin: restored.origin });
    expect(await factory.anOrder()).toMatchObject({ id: expect.any(Number) });
    expect(await checkAtOnce(restored.services, [])).toMatch(/no findings/);
    if (storage.kind === 'disk') expect(await readFile(join(storage.dir, upload), 'utf8')).toBe('a picture');
  } finally {
    await restored.close();
  }
});

test('sessions, tokens, rate limits and unlogged tables stay behind', () => {
  const names = backup.manifest.tables.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['users', 'products', 'purchase_orders', '_private_jobs']));
  const left = ['sessions', 'rate_limits', 'processes', 'cable_payloads', 'knex_migrations'];
  const tokens = ['bearer_tokens', 'one_time_tokens', 'shopify_logins'];
  for (const name of [...left, ...tokens]) expect(names).not.toContain(name);
});

test('a database with tables is refused', async () => {
  await expect(restoreInto(database)).rejects.toThrow(
    'This database is not empty. Restore into an empty one.',
  );
});

test('a folder without a manifest is no backup', () =>
  inEmpty(async (target) => {
    await expect(restoreInto(target, '2020-01-01T00-00-00Z')).rejects.toThrow(
      'There is no complete backup at',
    );
  }));

test('a folder whose manifest is being written is no backup', () =>
  inEmpty(async (target) => {
    const name = '2020-01-03T00-00-00Z';
    const body = new PassThrough();
    const writing = files.write(`${name}/manifest.json`, body);
    body.write(JSON.stringify(backup.manifest).slice(0, 100));
    await until(async () => (await readdir(join(dir, name)).catch(() => [])).length > 0);
    expect(await isComplete(files, name)).toBe(false);
    await expect(restoreInto(target, name)).rejects.toThrow('There is no complete backup at');
    body.destroy();
    await expect(writing).rejects.toThrow();
    expect(await isComplete(files, name)).toBe(false);
  }));

test('a backup of a newer version is refused', () =>
  inEmpty(async (target) => {
    const migrations = [...backup.manifest.migrations, '9999_next'];
    await writeManifest(files, '2020-01-02T00-00-00Z', { ...backup.manifest, migrations });
    await expect(restoreInto(target, '2020-01-02T00-00-00Z')).rejects.toThrow(
      'This backup is of a newer version. Deploy that version first (test, 9999_next).',
    );
    expect(await relations(target.url)).toBe(0);
  }));

const relations = (url: string) =>
  connected(url, async (session) => {
    const { rows } = await session.query(
      `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
    );
    return rows[0].n;
  });

/** Changes a file of the backup and puts it back. */
async function withDamage(name: string, damage: (bytes: Buffer) => Buffer, work: () => Promise<void>) {
  const path = join(dir, folder, name);
  const bytes = await readFile(path);
  // Uploads are linked to the store: writing in place would damage it as well.
  await rm(path);
  await writeFile(path, damage(Buffer.from(bytes)));
  await work().finally(() => writeFile(path, bytes));
}

const flipBit = (bytes: Buffer) => {
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  return bytes;
};
const truncate = (bytes: Buffer) => bytes.subarray(0, bytes.length - 3);

test.each([
  ['a flipped bit', 'public.products.gz', flipBit],
  ['a cut file', 'public.purchase_orders.gz', truncate],
  ['a flipped bit', 'graphile_worker._private_jobs.gz', flipBit],
  ['a flipped bit', 'manifest.json', flipBit],
  ['a cut file', 'manifest.json', truncate],
  ['a flipped bit', 'uploads.json.gz', flipBit],
  ['a flipped bit', `uploads/${upload}`, flipBit],
])('%s: restoring names %s and writes nothing', (_damage, name, damage) =>
  inEmpty((target) =>
    withDamage(name, damage, async () => {
      await expect(restoreInto(target)).rejects.toThrow(`${name} is damaged`);
      expect(await relations(target.url)).toBe(0);
    }),
  ),
);

test('a failure in the middle empties the database again', () =>
  inEmpty(async (target) => {
    let reads = 0;
    const read = async (name: string) => {
      // The first reading verifies, the second loads.
      if (name.endsWith('public.offers.gz') && ++reads === 2) throw new Error('the disk is gone');
      return files.read(name);
    };
    const broken = { ...files, read };
    const { storage } = testConfig();
    await expect(restore({ files: broken, folder, databaseUrl: target.url, storage })).rejects.toThrow(
      'the disk is gone',
    );
    expect(await relations(target.url)).toBe(0);
    await restoreInto(target);
  }));

test('a backup that fails leaves its reason and no folder', async () => {
  const before = await readdir(dir);
  const failing = { ...files, write: async () => Promise.reject(new Error('No space left')) };
  await expect(backUp(services, failing)).rejects.toThrow('No space left');
  const row = await services.db('backups').orderBy('id', 'desc').first();
  expect(row).toMatchObject({ error: 'No space left', finished_at: expect.any(Date) });
  expect(await readdir(dir)).toEqual(before);
});
