import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { backUp, pruneBackups } from '../../server/backup/backup';
import { diskFiles } from '../../server/backup/disk-files';
import { backUpNightly } from '../../server/backup/jobs';
import { isComplete } from '../../server/backup/manifest';
import { openBackupFiles } from '../../server/backup/open-files';
import { restore } from '../../server/backup/restore';
import { isBackupFolder } from '../../server/backup/retention';
import type { BackupLocation } from '../../server/config/operations';
import { systemJobs } from '../../server/system/jobs';
import { emptyDatabase, type TestDatabase, testDatabase } from '../support/database';
import { STAND_IN_KEYS, s3StandIn } from '../support/s3-stand-in';
import { testConfig, testServices } from '../support/services';
import { connected, temporaryFolder } from './rehearsal';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
const { dir, remove } = temporaryFolder();

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  await remove();
});

const open = (backupLocation: BackupLocation | null) =>
  testServices(database.url, {
    config: {
      operations: { ...testConfig().operations, backupLocation, operationsEmail: 'ops@example.com' },
    },
  });

test('without BACKUP_URL nothing is written', async () => {
  const services = open(null);
  await backUpNightly.work(services, {});
  expect(await services.db('backups')).toEqual([]);
  await services.close();
});

test('each night adds a backup and deletes what expired', async () => {
  const services = open({ kind: 'disk', dir });
  const files = await openBackupFiles({ kind: 'disk', dir }, services.config);
  for (const day of ['10', '11', '12', '13', '14', '15', '16', '17', '18'])
    await files.write(`2020-08-${day}T02-10-00Z/manifest.json`, Readable.from(['{}']));
  await files.write('2020-09-01T02-10-00Z/public.users.gz', Readable.from(['interrupted']));
  await files.write('of-another-program/file', Readable.from(['kept']));
  await backUpNightly.work(services, {});
  const folders = await readdir(dir);
  expect(folders).toContain('of-another-program');
  expect(folders).not.toContain('2020-09-01T02-10-00Z');
  expect(folders.filter((name) => name < '2020-08-13')).toEqual([]);
  expect(folders.filter(isBackupFolder)).toHaveLength(7);
  await services.close();
});

test('an expired backup whose deletion is cut off is no complete backup', async () => {
  const files = diskFiles(join(dir, 'cut-off'));
  const days = ['10', '11', '12', '13', '14', '15', '16', '17', '18'];
  for (const day of days) await files.write(`2020-08-${day}T02-10-00Z/manifest.json`, Readable.from(['{}']));
  const remove = async (name: string) => {
    if (!name.endsWith('.json')) throw new Error('killed');
    await files.remove(name);
  };
  await expect(pruneBackups({ ...files, remove })).rejects.toThrow('killed');
  const incomplete: string[] = [];
  for (const folder of await files.listFolders())
    if (!(await isComplete(files, folder))) incomplete.push(folder);
  expect(incomplete).toHaveLength(1);
});

test('a failure is a mail to the operator, once a day', async () => {
  const file = join(dir, 'no-folder');
  await writeFile(file, '');
  const services = open({ kind: 'disk', dir: file });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(backUpNightly.work(services, {})).rejects.toThrow('ENOTDIR');
    for (const job of systemJobs) await job.work(services, {});
  }
  const mails = await services.db('mails').where({ recipient: 'ops@example.com' });
  expect(mails.map(({ subject }) => subject)).toEqual(['Backup failed']);
  await services.close();
});

test('one backup runs at a time, and one that was killed gets its reason', async () => {
  const services = open(null);
  const files = await openBackupFiles({ kind: 'disk', dir }, services.config);
  const [killed] = await services.db('backups').insert({ location: 'killed' }).returning('id');
  await backUp(services, files, {
    onSnapshot: () => expect(backUp(services, files)).rejects.toThrow('Another backup is running.'),
  });
  const row = await services
    .db('backups')
    .where({ id: killed?.id ?? 0 })
    .first();
  expect(row?.error).toBe('The process ended before the backup did.');
  await services.close();
});

test('a bucket holds backups, too', async () => {
  const bucket = await s3StandIn('backups');
  const services = open(null);
  const target = await emptyDatabase();
  try {
    const location = { kind: 's3' as const, bucket: 'backups', prefix: 'of/lotwise' };
    const s3 = { region: 'us-east-1', endpoint: bucket.endpoint };
    const files = await openBackupFiles(location, { s3 }, STAND_IN_KEYS);
    await services.store.put('originals/0', Buffer.from('a picture'), 'image/png');
    const { location: at } = await backUp(services, files);
    const [folder = ''] = await files.listFolders();
    expect(at).toBe(`s3://backups/of/lotwise/${folder}`);
    const { storage } = testConfig();
    const restored = await restore({ files, folder, databaseUrl: target.url, storage });
    expect(restored.uploads).toBe(1);
    const users = await connected(target.url, (session) => session.query('select from users'));
    expect(users.rowCount).toBe(Number((await services.db('users').count())[0]?.count));
    const picture = await files.read(`${folder}/uploads/originals/0`);
    expect(picture && (await buffer(picture)).toString()).toBe('a picture');
    await files.remove(folder);
    expect([...bucket.objects.keys()]).toEqual([]);
  } finally {
    await services.close();
    await target.drop();
    await bucket.close();
  }
});
